import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from 'undici';
import { Program } from '../processes/program.js';
import { eventually } from '../support/eventually.js';
import { freePort, ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';

/** A replica that responds to everything with its process ID. */
const REPLICA = `
  require('node:http')
    .createServer((request, response) => response.end(request.url === '/health/live' ? '{"status":"ok"}' : String(process.pid)))
    .listen(process.env.PORT, '127.0.0.1')`;

/** Shorter than the 75 s after which the proxy gives up, and long enough for a busy machine. */
const PATIENCE_MS = 5_000;

describeWith('haproxy', 'the proxy', () => {
  let origin: string;
  let proxy: Program;
  /** Process IDs of the replicas. */
  let all: number[];

  beforeAll(async () => {
    const [port, unavailable, ...replicas] = await Promise.all(Array.from({ length: 4 }, freePort));
    origin = `http://127.0.0.1:${port}`;
    for (const replica of replicas) new Program(process.execPath, ['-e', REPLICA], { PORT: String(replica) });
    const servers = replicas.map(replica => `    server api-${replica} 127.0.0.1:${replica}`);
    const text = readFileSync(join(ROOT, 'apps/proxy/haproxy.cfg'), 'utf8')
      .replace(/^ +server-template .*$/m, servers.join('\n'))
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${unavailable}`)
      .replace('bind :3000', `bind 127.0.0.1:${port}`);
    const file = join(temporaryFolder(), 'haproxy.cfg');
    writeFileSync(file, text);
    proxy = new Program('haproxy', ['-db', '-f', file]);
    await eventually(async () => {
      all = [...new Set(await respondingReplicas())];
      expect(all).toHaveLength(replicas.length);
    });
  });

  /** The replica that responds to a request on a connection of its own. */
  async function respondingReplica(): Promise<number> {
    const dispatcher = new Agent();
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      const response = await fetch(origin, { dispatcher, signal } as RequestInit);
      // The proxy itself responds with 503 for a replica that is not running yet.
      expect(response.status).toBe(200);
      return Number(await response.text());
    } finally {
      void dispatcher.destroy();
    }
  }

  const respondingReplicas = () => Promise.all(Array.from({ length: 8 }, respondingReplica));

  it('sends new connections to other replicas while one does not respond', async () => {
    const paused = all[0]!;
    process.kill(paused, 'SIGSTOP');
    try {
      await eventually(() => expect(proxy.stderr).toMatch(/Server api\/api-\d+ is DOWN, reason: Layer7 timeout/));
      expect(await respondingReplicas()).not.toContain(paused);
    } finally {
      process.kill(paused, 'SIGCONT');
    }
    await eventually(async () => expect(await respondingReplicas()).toContain(paused));
  });
});
