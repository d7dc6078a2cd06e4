// vendor/codemirror.js is made by the build from editor-bundle.js; to the type checker they are one.
export * from "../../editor-bundle.js";
