import { execFileSync } from 'node:child_process';
import { Child, freePort } from '../stage/child.js';
import type { Stage } from '../stage/stage.js';

/** Why Redis is missing, if it is. */
export const noRedis = (() => {
  try {
    execFileSync('redis-server', ['--version']);
    return undefined;
  } catch {
    return 'there is no redis-server here';
  }
})();

/** Starts a Redis without persistence. Returns its URL. */
export async function startRedis(stage: Stage): Promise<string> {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', dir: stage.folder(), save: '', appendonly: 'no' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  await new Child(stage, 'redis', ['redis-server', ...args]).waitForOutput(/Ready to accept connections/);
  return `redis://127.0.0.1:${port}`;
}
