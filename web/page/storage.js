// What survives a reload. Storage may be missing, full or throw on mere access: then memory takes its place.

const PREFIX = "mcp-playground:";

/** @param {() => Storage} get */
function open(get) {
  try {
    const storage = get();
    storage.setItem(`${PREFIX}probe`, "1");
    storage.removeItem(`${PREFIX}probe`);
    return storage;
  } catch (error) {
    // One that is full is still good for reading.
    return error instanceof DOMException && error.name === "QuotaExceededError" ? get() : null;
  }
}

/** One place to keep texts by name. */
export class Store {
  #storage;
  /** @type {Map<string, string>} */
  #memory = new Map();

  /** @param {() => Storage} get */
  constructor(get) {
    this.#storage = open(get);
  }

  /** Whether what is written here outlives the page. */
  get lasting() {
    return this.#storage !== null;
  }

  /** @returns {string[]} */
  get names() {
    const own = this.#storage ? Object.keys(this.#storage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length)) : [];
    return [...new Set([...own, ...this.#memory.keys()])];
  }

  /** @param {string} name @returns {string | null} */
  get(name) {
    return this.#memory.get(name) ?? this.#storage?.getItem(PREFIX + name) ?? null;
  }

  /** @param {string} name @param {string} value @returns {boolean} whether it is kept for longer than the page lives */
  set(name, value) {
    try {
      this.#storage?.setItem(PREFIX + name, value);
      this.#memory.delete(name);
    } catch {
      this.#memory.set(name, value);
      return false;
    }
    if (!this.#storage) this.#memory.set(name, value);
    return this.#storage !== null;
  }

  /** @param {string} name */
  remove(name) {
    this.#memory.delete(name);
    this.#storage?.removeItem(PREFIX + name);
  }

  /** @param {(name: string) => void} hear of what other tabs write */
  watch(hear) {
    addEventListener("storage", ({ key, storageArea }) => {
      if (storageArea === this.#storage && key?.startsWith(PREFIX)) hear(key.slice(PREFIX.length));
    });
  }
}

/** Lives as long as this tab, reloads included; no other tab writes to it. */
export const tabStore = new Store(() => sessionStorage);
/** Lives as long as the browser lets it; every tab of this site writes to it. */
export const siteStore = new Store(() => localStorage);

/** A setting: the tab's own first, then the latest of any tab. @param {string} name */
export const recall = (name) => tabStore.get(name) ?? siteStore.get(name);

/** @param {string} name @param {string} value */
export function remember(name, value) {
  tabStore.set(name, value);
  siteStore.set(name, value);
}
