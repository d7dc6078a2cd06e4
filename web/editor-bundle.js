// What the panels need of CodeMirror 6, and nothing else. The build bundles this into vendor/codemirror.js.
export { EditorState, Compartment, Prec } from "@codemirror/state";
export {
  EditorView,
  keymap,
  lineNumbers,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  placeholder,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
export { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
export { lintGutter, linter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { python } from "@codemirror/lang-python";
export { json, jsonParseLinter } from "@codemirror/lang-json";
export { classHighlighter } from "@lezer/highlight";
