import { execFileSync } from 'node:child_process';
import { Child, freePort } from '../stage/child.js';
import type { Stage } from '../stage/stage.js';

/** Why there is none, or nothing. */
export const noRedis = (() => {
  try {
    execFileSync('redis-server', ['--version']);
    return undefined;
  } catch {
    return 'there is no redis-server here';
  }
})();

/** A Redis that keeps nothing. Gives its address. */
export async function startRedis(stage: Stage): Promise<string> {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', dir: stage.folder(), save: '', appendonly: 'no' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  await new Child(stage, 'redis', ['redis-server', ...args]).says(/Ready to accept connections/);
  return `redis://127.0.0.1:${port}`;
}
