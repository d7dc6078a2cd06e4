// What a person calls a message: its method, and the name of what it is about. For lists of messages only.

const AT_MOST = 60;

/** @param {string} text */
export function titleOf(text) {
  const { method, params } = parsed(text) ?? {};
  const about = [params?.name, params?.uri, params?.ref?.name, params?.ref?.uri].find((part) => typeof part === "string");
  const title = typeof method === "string" ? [method, about].filter(Boolean).join(" ") : text.replace(/\s+/g, " ").trim();
  return title.length > AT_MOST ? `${title.slice(0, AT_MOST - 1)}…` : title || "an empty message";
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
