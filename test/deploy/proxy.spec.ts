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

describeWith('haproxy', 'the proxy', () => {
  let origin: string;

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
    new Program('haproxy', ['-db', '-f', file]);
    await eventually(async () => expect(new Set(await respondingReplicas()).size).toBe(replicas.length));
  });

  /** The replica that responds to a request on a connection of its own. */
  async function respondingReplica(): Promise<number> {
    const dispatcher = new Agent();
    const signal = AbortSignal.timeout(1_000);
    try {
      const response = await fetch(origin, { dispatcher, signal } as RequestInit);
      return Number(await response.text());
    } finally {
      void dispatcher.destroy();
    }
  }

  const respondingReplicas = () => Promise.all(Array.from({ length: 8 }, respondingReplica));

  it('sends new connections to other replicas while one does not respond', async () => {
    const [paused = 0] = await respondingReplicas();
    process.kill(paused, 'SIGSTOP');
    try {
      await eventually(async () => expect(await respondingReplicas()).not.toContain(paused));
    } finally {
      process.kill(paused, 'SIGCONT');
    }
    await eventually(async () => expect(await respondingReplicas()).toContain(paused));
  });
});
