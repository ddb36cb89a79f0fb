/**
 * Parses a URL; undefined if it is not valid. Use it instead of `URL.canParse`, which in Node.js 20, once optimized,
 * reads Latin-1 as UTF-8 and accepts text that the constructor rejects.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
