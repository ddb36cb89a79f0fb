/**
 * `node --import …/without.mjs?usage` leaves a part out of the server for which it has no setting: the usage log, or the guards
 * of faults. The server then prints `without usage`, so that the bench notices if the bundle has no such code any more.
 */
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** The code to leave out, between the parts that stay. */
const PARTS = {
  usage: /()app\.get\(RecordUsage\)\.observe\(fastify\);()/,
  'test-control': /(const GUARDS = \[[^\]]*?)\bNoFaultsOnLiveGuard,([^\]]*?),\s*FaultGuard\b/,
};

if (isMainThread) register(import.meta.url);

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.includes('/dist/apps/shared/')) return loaded;
  const part = new URL(import.meta.url).search.slice(1);
  const source = String(loaded.source);
  if (!PARTS[part].test(source)) return loaded;
  return { ...loaded, source: `${source.replace(PARTS[part], '$1$2')}\nprocess.stderr.write('without ${part}\\n');` };
}
