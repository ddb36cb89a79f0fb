/** The package has no types, but those of the Node.js module of this name fit. */
declare module 'punycode/punycode.es6.js' {
  export { toUnicode } from 'punycode';
}
