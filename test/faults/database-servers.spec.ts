import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { connectionOptions, Database } from '#platform/database';
import { type Postgres, startPostgres } from '../processes/postgres.js';
import { registerCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { concurrently } from '../support/outcome.js';
import { PATIENT } from '../support/patient.js';
import { freePort } from '../support/paths.js';

async function open(url: string, size: number, timeoutMs = Number.parseInt(PATIENT.DATABASE_TIMEOUT, 10) * 1_000) {
  const dataSource = await new DataSource(connectionOptions(url, [], { size, timeoutMs })).initialize();
  registerCleanup(() => dataSource.destroy());
  return new Database(dataSource);
}

async function valueOf(database: Database, sql: string): Promise<unknown> {
  const { rows } = await database.query<{ value: unknown }>({ text: `SELECT ${sql} AS value` });
  return rows[0]?.value;
}

describe('several servers in DATABASE_URL', () => {
  let first: Postgres;
  let second: Postgres;
  let url: string;

  const setReadOnly = async (server: Postgres, value: 'on' | 'off') => {
    await server.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await server.query('SELECT pg_reload_conf()');
    await eventually(async () =>
      expect(await server.query('SHOW default_transaction_read_only')).toEqual([
        { default_transaction_read_only: value },
      ]),
    );
  };

  const portOf = (server: Postgres) => Number(new URL(server.url).port);

  beforeAll(async () => {
    [first, second] = await Promise.all([startPostgres(), startPostgres()]);
    const { port } = new URL(first.url);
    const servers = `127.0.0.1:${await freePort()},127.0.0.1:${portOf(second)},127.0.0.1:${port}`;
    url = `${first.url.replace(`127.0.0.1:${port}`, servers)}?target_session_attrs=read-write`;
    await setReadOnly(second, 'on');
  });

  it('connects when the network is back, although an earlier attempt still waits for a lost packet', async () => {
    const sockets: Socket[] = [];
    let isInterrupted = false;
    const network = createServer(socket => {
      sockets.push(socket.on('error', () => {}));
      if (isInterrupted) return;
      const server = connect(portOf(first), '127.0.0.1').on('error', () => {});
      socket.pipe(server).pipe(socket);
    });
    await once(network.listen(0, '127.0.0.1'), 'listening');
    registerCleanup(() => {
      for (const socket of sockets) socket.destroy();
      network.close();
    });
    const { port } = network.address() as AddressInfo;
    const servers = `127.0.0.1:${port},127.0.0.1:${portOf(second)}`;
    const database = await open(first.url.replace(`127.0.0.1:${portOf(first)}`, servers), 3);
    let waiting: Promise<unknown> | undefined;
    // The connection of the transaction is not available to the others.
    await database.transaction(async () => {
      isInterrupted = true;
      const before = sockets.length;
      waiting = valueOf(database, '1').catch((error: Error) => error.message);
      await eventually(() => expect(sockets.length).toBeGreaterThan(before));
      isInterrupted = false;
      await sleep(150);
      expect(await valueOf(database, '2')).toBe(2);
    });
    expect(await waiting).toContain('timeout');
  });

  it('connects to the one that accepts writes, and leaves it when it becomes read-only', async () => {
    const database = await open(url, 4);
    const ports = () => concurrently(8, () => valueOf(database, 'inet_server_port()'));
    expect(new Set(await ports())).toEqual(new Set([portOf(first)]));

    await setReadOnly(second, 'off');
    await setReadOnly(first, 'on');
    const write = () => database.query({ text: 'CREATE TABLE IF NOT EXISTS written ()' });
    await expect(write()).rejects.toThrow('read-only transaction');
    await eventually(async () => void (await write()));
    expect(await first.query("SELECT to_regclass('written') AS name")).toEqual([{ name: null }]);
    expect(await second.query("SELECT to_regclass('written')::text AS name")).toEqual([{ name: 'written' }]);
  });

  it('fails when none accepts writes', async () => {
    await setReadOnly(first, 'on');
    await setReadOnly(second, 'on');
    await expect(open(url, 4)).rejects.toThrow(/ECONNREFUSED/);
    await setReadOnly(second, 'off');
  });

  describe('when PostgreSQL refuses more connections', () => {
    const urlOfRole = async (role: string) => {
      await second.query(`CREATE ROLE ${role} LOGIN PASSWORD 'limited' CONNECTION LIMIT 2`);
      return Object.assign(new URL(second.url), { username: role, password: 'limited' }).href;
    };

    it('waits for the connections of others', async () => {
      const database = await open(await urlOfRole('first_limited'), 8);
      const sessions = await concurrently(40, () =>
        valueOf(database, "pg_backend_pid() || coalesce(pg_sleep(0.01)::text, '')"),
      );
      expect(new Set(sessions).size).toBeLessThanOrEqual(2);
    });

    it('fails after DATABASE_TIMEOUT if none becomes free', async () => {
      const limited = await urlOfRole('second_limited');
      const [holder, other] = [await open(limited, 1), await open(limited, 4, 3_000)];
      // Both connections that the role may have are in a transaction.
      await holder.transaction(() =>
        other.transaction(() => expect(valueOf(other, '1')).rejects.toThrow('too many connections for role')),
      );
      expect(await valueOf(other, '1')).toBe(1);
    });
  });
});
