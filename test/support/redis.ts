import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Redis } from 'ioredis';
import { freePort } from '../processes/places.js';
import { eventually } from './eventually.js';

export interface TestRedis {
  url: string;
  client: Redis;
  stop(): Promise<void>;
}

/** A Redis of our own that keeps nothing. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
  const server: ChildProcess = spawn('redis-server', args, { stdio: 'ignore' });
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 50 });
  client.on('error', () => {}); // it is asked again until it is there
  await eventually(() => client.ping());
  return {
    url: `redis://127.0.0.1:${port}`,
    client,
    async stop() {
      client.disconnect();
      if (server.exitCode === null && server.kill()) await once(server, 'exit');
    },
  };
}
