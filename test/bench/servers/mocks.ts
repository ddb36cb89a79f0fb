import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Child, freePort } from '../stage/child.js';
import { PEERS } from '../stage/paths.js';
import type { Stage } from '../stage/stage.js';
import type { Server } from './registry.js';

/** Mock servers of the product's OpenAPI document, which people use instead of a sandbox. */
export type Mock = 'prism' | 'mockoon' | 'scalar';

export const PACKAGES: Record<Mock, string> = {
  prism: '@stoplight/prism-cli',
  mockoon: '@mockoon/cli',
  scalar: '@scalar/mock-server',
};

type Start = (stage: Stage, document: string) => Promise<{ child: Child; origin: string }>;

const bin = (name: string) => join(PEERS, 'node_modules/.bin', name);

const STARTS: Record<Mock, Start> = {
  async prism(stage, document) {
    const port = String(await freePort());
    const child = new Child(stage, 'prism', [bin('prism'), 'mock', '--port', port, document]);
    await child.waitForOutput(/Prism is listening/);
    return { child, origin: `http://127.0.0.1:${port}` };
  },
  async mockoon(stage, document) {
    const port = String(await freePort());
    const args = ['start', '--data', document, '--hostname', '127.0.0.1', '--port', port, '--disable-log-to-file'];
    const child = new Child(stage, 'mockoon', [bin('mockoon-cli'), ...args], { env: { HOME: stage.folder() } });
    await child.waitForOutput(/Server started/);
    return { child, origin: `http://127.0.0.1:${port}` };
  },
  async scalar(stage, document) {
    const child = new Child(stage, 'scalar', [process.execPath, join(PEERS, 'scalar.mjs'), document]);
    const [origin = ''] = await child.waitForOutput(/^http:\S+$/m);
    return { child, origin };
  },
};

export async function startMock(stage: Stage, mock: Mock, product: Server): Promise<Server> {
  const document = join(stage.folder(), 'openapi.json');
  writeFileSync(document, await (await fetch(`${product.origins[0]}/docs/openapi.json`)).text());
  const { child, origin } = await STARTS[mock](stage, document);
  return { origins: [origin], pids: [child.pid], callers: product.callers };
}
