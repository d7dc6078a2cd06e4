// A file dragged over the page: says that it can be dropped anywhere, and hands it on.

import { find } from "./element.js";

/** @import { Handle } from "../drafts/py-file.js" */

const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;

/** @param {(file: File, handle: Handle | null, others: number) => void} onDrop */
export function listenForDrops(onDrop) {
  const target = find("#drop");
  // In the capture phase: the editors would take a file's text into theirs.
  const listen = (/** @type {"dragenter" | "dragover" | "dragleave" | "drop"} */ type, /** @type {(event: DragEvent) => void} */ act) =>
    addEventListener(type, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      act(event);
    }, { capture: true });
  listen("dragenter", () => (target.hidden = false));
  listen("dragover", (event) => {
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    target.hidden = false;
  });
  listen("dragleave", ({ relatedTarget }) => (target.hidden = relatedTarget === null || target.hidden));
  listen("drop", async ({ dataTransfer }) => {
    target.hidden = true;
    const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === "file");
    const [file] = dataTransfer?.files ?? [];
    if (!file) return;
    // Both have to be asked for before anything is awaited: the drop is over then.
    const handle = /** @type {any} */ (items[0])?.getAsFileSystemHandle?.() ?? null;
    const got = await Promise.resolve(handle).catch(() => null);
    onDrop(file, got?.kind === "file" ? got : null, items.length - 1);
  });
}
