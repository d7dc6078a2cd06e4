// Frames of an origin of their own: no cookies, no storage, no way to the page that shows them.

const QUIET_MS = 20_000;

/**
 * @param {string} url
 * @param {string} title
 */
export function sandboxed(url, title) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("credentialless", ""); // lets a page with Cross-Origin-Embedder-Policy show it
  frame.referrerPolicy = "no-referrer";
  frame.title = title;
  frame.src = url;
  return frame;
}

/**
 * Resolves when the frame is there and can be spoken to; a frame that is refused says nothing by itself.
 * @param {HTMLIFrameElement} frame
 */
export function loaded(frame) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const { origin } = new URL(frame.src);
  const timer = setTimeout(() => reject(new Error(`${origin} does not answer: this device may be offline.`)), QUIET_MS);
  const refused = (/** @type {SecurityPolicyViolationEvent} */ { effectiveDirective, blockedURI }) => {
    if (!/^(frame|child|default)-src/.test(effectiveDirective) || !frame.src.startsWith(blockedURI)) return;
    reject(new Error(`This page's Content-Security-Policy keeps the playground out. Add ${origin} to its frame-src directive.`));
  };
  const heard = (/** @type {MessageEvent} */ { source, data }) => {
    if (source === frame.contentWindow && data?.type === "mcp-playground:loaded") resolve(null);
  };
  document.addEventListener("securitypolicyviolation", refused);
  addEventListener("message", heard);
  return promise.finally(() => {
    clearTimeout(timer);
    document.removeEventListener("securitypolicyviolation", refused);
    removeEventListener("message", heard);
  });
}
