/** Loader hooks that leave lines out of the server. Fails the start if one is not found. */
const PIPELINE = '/dist/apps/shared/create-api.js';

let left = [];

export function initialize({ lines }) {
  left = lines;
}

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.endsWith(PIPELINE)) return loaded;
  let source = String(loaded.source);
  for (const line of left) {
    if (!source.includes(line)) throw new Error(`The server does not contain "${line}", which the bench leaves out`);
    source = source.replace(line, '');
  }
  return { ...loaded, source };
}
