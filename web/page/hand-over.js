// Gives a text to the user as it came: to the clipboard where there is one, or as a file.

/** @param {string} text @returns {Promise<boolean>} whether it worked */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Without a secure context, or in a frame, the clipboard API is refused but this often is not. @param {string} text */
function copyBySelection(text) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "off-screen";
  document.body.append(field);
  field.select();
  const worked = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return worked;
}

/** @param {BlobPart} content @param {string} name @param {string} [type] */
export function download(content, name, type = "application/json") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
