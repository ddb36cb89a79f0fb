/** The package has no types. The types of the Node.js module `punycode` fit. */
declare module 'punycode/punycode.es6.js' {
  export { toUnicode } from 'punycode';
}
