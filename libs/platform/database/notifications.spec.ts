import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../config/settings.js';
import { createLogger } from '../log/logger.js';
import { Notifications } from './notifications.js';

const message = (type: string, body: string | Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
};

const WELCOME = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]);
const DONE = Buffer.concat([message('C', 'LISTEN\0'), message('Z', 'I')]);
const CUT = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
const told = (payload: string) => message('A', `\0\0\0\u0007nameyard\0${payload}\0`);

/**
 * The few words of PostgreSQL's protocol that it takes. A real one cannot be made to cut a connection in the same
 * packet as its last answer; a busy machine does it by itself.
 */
class CuttingServer {
  readonly asked: string[] = [];
  private readonly server: Server;
  private readonly sockets: Socket[] = [];

  constructor(private readonly cutsAfter: string) {
    this.server = createServer(socket => this.serve(socket));
  }

  async url(): Promise<string> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    return `postgres://nobody@127.0.0.1:${(this.server.address() as AddressInfo).port}/x`;
  }

  tell(payload: string): void {
    this.sockets.at(-1)?.write(told(payload));
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private serve(socket: Socket): void {
    const isFirst = this.sockets.push(socket) === 1;
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(WELCOME);
      socket.on('data', data => {
        if (data[0] !== 'Q'.charCodeAt(0)) return;
        const sql = data.subarray(5, -1).toString();
        this.asked.push(sql);
        if (isFirst && sql.startsWith(this.cutsAfter)) socket.end(Buffer.concat([DONE, CUT]));
        else socket.write(DONE);
      });
    });
  }
}

async function eventually(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error('It never came to hold');
    await sleep(10);
  }
}

describe('the connection that tells of changes', () => {
  it.each([
    ['it begins to listen', 'LISTEN'],
    ['its pulse is felt', 'SELECT'],
  ])('is made anew when it is cut in the same breath as %s', async (_, cutsAfter) => {
    const server = new CuttingServer(cutsAfter);
    const settings = { databaseUrl: await server.url() } as Settings;
    const notifications = new Notifications(settings, createLogger('silent'));
    const changed: string[] = [];
    notifications.on('key', { changed: subject => changed.push(subject), lost: () => {} });
    try {
      await notifications.onApplicationBootstrap();
      await eventually(() => server.asked.filter(sql => sql.startsWith('LISTEN')).length === 2);
      await eventually(() => notifications.connected);
      server.tell('key abc');
      await eventually(() => changed.includes('abc'));
    } finally {
      await notifications.onApplicationShutdown();
      server.close();
    }
  });
});
