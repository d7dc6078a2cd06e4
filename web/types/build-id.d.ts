// build-id.js is written by the build, beside main.js and worker.js.
declare const id: string;
export default id;
