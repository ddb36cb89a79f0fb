import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../process/config/settings.js';
import { createLogger } from '../observability/log/logger.js';
import { Notifications } from './notifications.js';

const message = (type: string, body: string | Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
};

const STARTUP_RESPONSE = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]);
const COMMAND_COMPLETE = Buffer.concat([message('C', 'LISTEN\0'), message('Z', 'I')]);
/** A row with one text column. */
const readOnlyRow = (value: string) =>
  Buffer.concat([
    message(
      'T',
      Buffer.from(`\0\u0001transaction_read_only\0${'\0'.repeat(9)}\u0019\xff\xff\xff\xff\xff\xff\0\0`, 'latin1'),
    ),
    message('D', `\0\u0001\0\0\0${String.fromCharCode(value.length)}${value}`),
  ]);
const TERMINATED = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
const notification = (payload: string) => message('A', `\0\0\0\u0007nameyard\0${payload}\0`);

/**
 * A minimal PostgreSQL server that closes the first connection in the same packet as a response. A real server does
 * that only on a busy machine.
 */
class ClosingServer {
  readonly queries: string[] = [];
  isReadOnly = false;
  private readonly server: Server;
  private readonly sockets: Socket[] = [];

  constructor(
    private readonly closesAfter: string,
    private readonly notifies = true,
  ) {
    this.server = createServer(socket => this.serve(socket));
  }

  async url(): Promise<string> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    return `postgres://test@127.0.0.1:${(this.server.address() as AddressInfo).port}/x`;
  }

  notify(payload: string): void {
    this.sockets.at(-1)?.write(notification(payload));
  }

  /** Whether the client has not closed its connection with this number. */
  isOpen(number: number): boolean {
    return this.sockets[number]!.readable;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /** The notification that a heartbeat sends to itself. */
  private pulseIn(sql: string): Buffer[] {
    const [, payload] = /pg_notify\('nameyard', '([^']*)'\)/.exec(sql) ?? [];
    return payload !== undefined && this.notifies ? [notification(payload)] : [];
  }

  private serve(socket: Socket): void {
    const isFirst = this.sockets.push(socket) === 1;
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(STARTUP_RESPONSE);
      socket.on('data', data => {
        if (data[0] !== 'Q'.charCodeAt(0)) return;
        const sql = data.subarray(5, -1).toString();
        this.queries.push(sql);
        if (isFirst && sql.startsWith(this.closesAfter)) socket.end(Buffer.concat([COMMAND_COMPLETE, TERMINATED]));
        else
          socket.write(
            Buffer.concat([...this.pulseIn(sql), readOnlyRow(this.isReadOnly ? 'on' : 'off'), COMMAND_COMPLETE]),
          );
      });
    });
  }
}

async function eventually(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('The condition did not become true in time');
    await sleep(10);
  }
}

/** Number of queries that begin with a text, since the last one that begins with `since`. */
const countOf = ({ queries }: ClosingServer, start: string, since?: string): number => {
  const from = since === undefined ? 0 : queries.findLastIndex(sql => sql.startsWith(since));
  return queries.slice(from).filter(sql => sql.startsWith(start)).length;
};

describe('Notifications', () => {
  it.each(['LISTEN', 'SELECT'])('reconnects if the connection is closed with the response to %s', async closesAfter => {
    const server = new ClosingServer(closesAfter);
    const settings = { databaseUrl: await server.url() } as Settings;
    const notifications = new Notifications(settings, createLogger('silent'));
    const changed: string[] = [];
    notifications.on('key', { changed: subject => changed.push(subject), lost: () => {} });
    try {
      await notifications.onApplicationBootstrap();
      await eventually(() => countOf(server, 'LISTEN') >= 2 && notifications.connected);
      server.notify('key abc');
      await eventually(() => changed.includes('abc'));
    } finally {
      await notifications.onApplicationShutdown();
      server.close();
    }
  });

  it('reconnects and clears caches if the connection works but receives no notifications', async () => {
    const server = new ClosingServer('nothing', false);
    const settings = { databaseUrl: await server.url() } as Settings;
    const notifications = new Notifications(settings, createLogger('silent'));
    let losses = 0;
    notifications.on('key', { changed: () => {}, lost: () => losses++ });
    try {
      await notifications.onApplicationBootstrap();
      await eventually(() => notifications.connected);
      const [lossesBefore, listensBefore] = [losses, countOf(server, 'LISTEN')];
      await eventually(() => losses > lossesBefore);
      expect(notifications.connected).toBe(false);
      await eventually(() => countOf(server, 'LISTEN') > listensBefore);
    } finally {
      await notifications.onApplicationShutdown();
      server.close();
    }
  });

  it('finishes the work that others wait for before it closes a connection that receives no notifications', async () => {
    const server = new ClosingServer('nothing', false);
    const settings = { databaseUrl: await server.url() } as Settings;
    const notifications = new Notifications(settings, createLogger('silent'));
    const openAtEnd: boolean[] = [];
    notifications.onConfirm(async () => {
      await sleep(300); // longer than the pause before the next connection
      openAtEnd.push(server.isOpen(0));
    });
    try {
      await notifications.onApplicationBootstrap();
      await eventually(() => countOf(server, 'LISTEN') > 1 && openAtEnd.length > 0 && !server.isOpen(0));
      expect(openAtEnd[0]).toBe(true);
    } finally {
      await notifications.onApplicationShutdown();
      server.close();
    }
  });

  it('reconnects if the server becomes read-only', async () => {
    const server = new ClosingServer('nothing');
    const settings = { databaseUrl: await server.url() } as Settings;
    const notifications = new Notifications(settings, createLogger('silent'));
    try {
      await notifications.onApplicationBootstrap();
      // Two heartbeats on one connection.
      await eventually(() => notifications.connected && countOf(server, 'SELECT', 'LISTEN') >= 2);
      const listensBefore = countOf(server, 'LISTEN');
      server.isReadOnly = true;
      await eventually(() => countOf(server, 'LISTEN') > listensBefore + 1);
      expect(notifications.connected).toBe(false);
      server.isReadOnly = false;
      await eventually(() => notifications.connected);
    } finally {
      await notifications.onApplicationShutdown();
      server.close();
    }
  });
});
