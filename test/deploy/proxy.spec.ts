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
    await eventually(async () => expect(await respondingReplica(new Agent())).toBeGreaterThan(0));
  });

  const respondingReplica = async (dispatcher: Agent): Promise<number> => {
    const response = await fetch(origin, { dispatcher } as RequestInit);
    return Number(await response.text());
  };

  it('ends the connections to a replica that does not respond, so that clients reach another one', async () => {
    const dispatcher = new Agent({ connections: 1 });
    const paused = await respondingReplica(dispatcher);
    expect(await respondingReplica(dispatcher)).toBe(paused);
    process.kill(paused, 'SIGSTOP');
    try {
      // Without a limit of the proxy, it waits for 75 s.
      await expect(respondingReplica(dispatcher)).rejects.toThrow('fetch failed');
      const others = await Promise.all(Array.from({ length: 8 }, () => respondingReplica(new Agent())));
      expect(others).not.toContain(paused);
    } finally {
      process.kill(paused, 'SIGCONT');
    }
    // It is used again.
    await eventually(async () => {
      const all = await Promise.all(Array.from({ length: 8 }, () => respondingReplica(new Agent())));
      expect(all).toContain(paused);
    });
  });
});
