// The build puts the text of a style sheet where it is imported.
declare module "*.css" {
  const text: string;
  export default text;
}
