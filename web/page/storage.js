// What survives a reload. Storage may be missing, full or throw on mere access: then memory takes its place.

const PREFIX = "mcp-playground:";

/** @param {() => Storage} get */
function open(get) {
  try {
    const storage = get();
    storage.setItem(`${PREFIX}probe`, "1");
    storage.removeItem(`${PREFIX}probe`);
    return storage;
  } catch {
    return null;
  }
}

// The tab's own text first, so that two tabs do not take each other's; then the latest of any tab.
const stores = [open(() => sessionStorage), open(() => localStorage)].filter((store) => store !== null);
/** @type {Map<string, string>} */
const memory = new Map();

/** Whether what is written here outlives the page. */
export const lasting = stores.length > 0;

/** @param {string} name @returns {string | null} */
export function recall(name) {
  for (const store of stores) {
    const value = store.getItem(PREFIX + name);
    if (value !== null) return value;
  }
  return memory.get(name) ?? null;
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  memory.set(name, value);
  for (const store of stores) {
    try {
      store.setItem(PREFIX + name, value);
    } catch {
      // Full: the memory copy still serves this page.
    }
  }
}
