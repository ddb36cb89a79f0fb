import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { blocksOf, page } from '../cli/documented.js';
import { eventually, waitFor } from '../support/eventually.js';
import { concurrently } from '../support/outcome.js';
import { ROOT, temporaryFolder } from '../support/paths.js';
import type { Credentials } from './client.js';
import { grantKey } from './keys.js';
import { kill, type Machine, Network } from './machines.js';
import { type Environment, runCliJson } from './nameyard.js';
import type { Database } from './postgres.js';
import type { Program } from './program.js';
import { addReceiver, WEBHOOKS } from './webhooks.js';

/** Requirement of tests that start such an installation. */
export const MACHINES = 'patroni, etcd, PostgreSQL, redis-sentinel, haproxy, iproute2 and root';

/** Owner of all processes except Nameyard; PostgreSQL refuses to run as root. */
const USER = 'postgres';

const PROGRAMS = ['etcd', 'redis', 'sentinel', 'patroni', 'haproxy', 'api', 'worker'] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** Time until a cluster is complete on a busy machine. */
const COMPLETE_MS = 240_000;

export interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  lag?: number;
}

/** One of the three machines of `deploy/highly-available`, with its files in a folder. */
export class Node {
  /** Programs that only lose their network when the machine is killed, so that a test can compare their memory over time. */
  spared: ProgramName[] = [];
  private readonly programs = new Map<ProgramName, Program>();
  /** All programs that were started. */
  private readonly started: { name: ProgramName; program: Program }[] = [];

  constructor(
    readonly machine: Machine,
    private readonly folder: string,
    private readonly settings: Environment,
  ) {}

  get name(): string {
    return this.machine.name;
  }

  file(path: string): string {
    return join(this.folder, path);
  }

  /** Variables of `etc/nameyard/env`, and those of the test. */
  get environment(): Environment {
    const folder = this.file('var/lib/nameyard');
    return { ...this.variablesIn('etc/nameyard/env'), DATA_DIR: folder, LOG_LEVEL: 'warn', ...this.settings };
  }

  /** Starts the programs that do not run. */
  start(...names: ProgramName[]): void {
    for (const name of names) {
      if (this.programs.get(name)?.hasExited === false) continue;
      const program = this.run(name);
      this.programs.set(name, program);
      this.started.push({ name, program });
    }
  }

  startAll(): void {
    this.start(...PROGRAMS);
  }

  /** Kills the machine. */
  killAll(): void {
    this.machine.killAll(this.spared.map(name => this.programs.get(name)?.pid ?? 0));
  }

  /** Memory of a program in MiB. */
  memoryOf(name: ProgramName): number {
    const status = readFileSync(`/proc/${this.programs.get(name)?.pid}/status`, 'utf8');
    const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(status) ?? [];
    if (!kibibytes) throw new Error(`${name} has ended.`);
    return Number(kibibytes) / 1024;
  }

  /** Kills one of the programs; PostgreSQL outlives Patroni. */
  async kill(name: ProgramName): Promise<void> {
    this.programs.get(name)?.signal('SIGKILL');
    await this.programs.get(name)?.exited;
  }

  async killPatroniAndPostgres(): Promise<void> {
    const pid = Number(readFileSync(this.file('var/lib/postgresql/nameyard/postmaster.pid'), 'utf8').split('\n')[0]);
    // Otherwise Patroni could start PostgreSQL again.
    await this.kill('patroni');
    kill(pid);
  }

  /** Output of the programs, for messages. */
  get output(): string {
    return this.started
      .map(({ name, program: { stdout, stderr } }) => `${this.name} ${name}:\n${stdout}${stderr}`)
      .join('\n');
  }

  private run(name: ProgramName): Program {
    const node = (app: string, env: Environment) => {
      const main = join(ROOT, `dist/apps/${app}/main.js`);
      return this.machine.run([process.execPath, main], { env: { ...this.environment, ...env } });
    };
    const program = (command: string[], env: Environment = {}) =>
      this.machine.run(command, { user: USER, env: { LC_ALL: 'C.UTF-8', ...env } });
    switch (name) {
      case 'etcd':
        return program(['etcd'], this.variablesIn('etc/default/etcd'));
      case 'redis':
        return program(['redis-server', this.file('etc/redis/redis.conf')]);
      case 'sentinel':
        return program(['redis-sentinel', this.file('etc/redis/sentinel.conf')]);
      case 'patroni':
        return program(['patroni', this.file('etc/patroni/config.yml')]);
      case 'haproxy':
        return program(['haproxy', '-db', '-f', this.file('etc/haproxy/haproxy.cfg')]);
      case 'api':
        return node('api', { METRICS_PORT: '9464' });
      case 'worker':
        return node('worker', { METRICS_PORT: '9465' });
    }
  }

  private variablesIn(path: string): Environment {
    const lines = readFileSync(this.file(path), 'utf8').split('\n');
    return Object.fromEntries(lines.filter(line => /^\w/.test(line)).map(line => line.split(/=(.*)/s, 2)));
  }
}

/** The installation of `deploy/highly-available` on three machines of this machine. */
export class HighlyAvailable {
  private constructor(
    readonly network: Network,
    readonly nodes: Node[],
    private readonly secrets: Record<string, string>,
  ) {}

  /** Starts all programs, and waits until PostgreSQL and Redis are replicated and all APIs are ready. */
  static async start(settings: Environment = {}): Promise<HighlyAvailable> {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const network = new Network(['a', 'b', 'c']);
    const addresses = network.machines.map(({ address }) => address);
    execFileSync(join(ROOT, 'deploy/highly-available/configure'), [folder, ...addresses], {
      env: { ...process.env, POSTGRES_VERSION: latestPostgres() },
    });
    const nodes = network.machines.map(machine => {
      useFolder(join(folder, machine.name));
      return new Node(machine, join(folder, machine.name), { ...WEBHOOKS, ...settings });
    });
    execFileSync('chown', ['-R', `${USER}:${USER}`, folder]);
    const secrets = readFileSync(join(folder, 'secrets'), 'utf8').trim().split('\n');
    const installation = new HighlyAvailable(
      network,
      nodes,
      Object.fromEntries(secrets.map(line => line.split('=') as [string, string])),
    );
    await installation.open().catch((error: Error) => {
      throw new Error(`${error.message}\n${installation.output}`, { cause: error });
    });
    return installation;
  }

  /** Output of all programs. */
  get output(): string {
    return this.nodes.map(({ output }) => output).join('\n');
  }

  private async open(): Promise<void> {
    for (const node of this.nodes) node.start('etcd', 'redis', 'sentinel', 'patroni', 'haproxy');
    await this.waitUntilReplicated();
    await this.createDatabase();
    await runCliJson(['migrate'], this.nodes[0]!.environment);
    for (const node of this.nodes) node.startAll();
    await this.waitUntilReady();
  }

  /** Returns everything that a fault took away. */
  async restore(): Promise<void> {
    for (const { machine } of this.nodes) machine.connect();
    for (const node of this.nodes) node.startAll();
    await this.waitUntilReplicated();
    await this.waitUntilReady();
  }

  /** Waits until PostgreSQL has a leader, a synchronous standby and another standby, and Redis a master and two replicas. */
  async waitUntilReplicated(): Promise<void> {
    await eventually(async () => {
      const members = await this.members();
      expect(members.map(({ role }) => role).sort()).toEqual(['leader', 'replica', 'sync_standby']);
      for (const member of members) expect(member.state).toMatch(/^(running|streaming)$/);
      const roles = await concurrently(3, index => this.redisRole(this.nodes[index]!));
      expect(roles.sort()).toEqual(['master', 'replica', 'replica']);
    }, COMPLETE_MS);
  }

  private async waitUntilReady(): Promise<void> {
    await eventually(async () => {
      for (const { machine } of this.nodes)
        expect(await get(`http://${machine.address}:3001/health/ready`)).toBeDefined();
    }, COMPLETE_MS);
  }

  /** The members of PostgreSQL, as Patroni sees them on the first machine that responds. */
  async members(): Promise<Member[]> {
    for (const { machine } of this.nodes) {
      const body = await get(`http://${machine.address}:8008/cluster`);
      if (body !== undefined) return (JSON.parse(body) as { members: Member[] }).members;
    }
    return [];
  }

  async withRole(role: Member['role']): Promise<Node> {
    const { name } = await waitFor(`a ${role}`, async () => (await this.members()).find(other => other.role === role));
    return this.node(name);
  }

  async redisMaster(): Promise<Node> {
    return waitFor('a master of Redis', async () => {
      for (const node of this.nodes) if ((await this.redisRole(node)) === 'master') return node;
      return undefined;
    });
  }

  node = (name: string): Node => this.nodes.find(node => node.name === name)!;

  async switchOver(leader: Node, candidate: Node): Promise<void> {
    const args = ['-c', leader.file('etc/patroni/config.yml'), 'switchover', 'nameyard'];
    const names = ['--leader', leader.name, '--candidate', candidate.name, '--force'];
    const { code, stdout, stderr } = await leader.machine.run(['patronictl', ...args, ...names], {
      env: { LC_ALL: 'C.UTF-8' },
    }).exited;
    if (code !== 0) throw new Error(`patronictl switchover failed: ${stdout}${stderr}`);
  }

  /** Where clients reach the APIs, through the proxy of each machine. */
  get origins(): string[] {
    return this.nodes.map(({ machine }) => `http://${machine.address}:3000`);
  }

  newKey(): Promise<Credentials> {
    return grantKey(this.database);
  }

  async addReceiver(url: string): Promise<void> {
    await addReceiver(this.database, url);
  }

  /** Rows of a query to the leader, with the first column of each. */
  async query(sql: string): Promise<string[]> {
    return (await this.database.query(sql)).map(row => String(Object.values(row)[0]));
  }

  private get database(): Database {
    const { environment } = this.nodes[0]!;
    return {
      url: environment['DATABASE_URL']!,
      query: async <Row extends object>(sql: string, values?: unknown[]) =>
        (await this.onLeader({ user: 'nameyard', password: this.secrets['NAMEYARD_PASSWORD']! }, sql, values)) as Row[],
    };
  }

  private async createDatabase(): Promise<void> {
    const superuser = { user: 'postgres', database: 'postgres', password: this.secrets['SUPERUSER_PASSWORD']! };
    const [statements = ''] = blocksOf(page('highly-available'), 'sql');
    for (const sql of statements.replace('…', this.secrets['NAMEYARD_PASSWORD']!).split(/;\n?/).filter(Boolean))
      await this.onLeader(superuser, sql);
  }

  /** Runs a statement through the HAProxy of the first machine that has a connection to the leader. */
  private async onLeader(login: pg.ClientConfig, sql: string, values?: unknown[]): Promise<object[]> {
    return eventually(async () => {
      let lastError: unknown;
      for (const { machine } of this.nodes) {
        const client = new pg.Client({
          host: machine.address,
          port: 5000,
          database: 'nameyard',
          connectionTimeoutMillis: 2_000,
          query_timeout: 10_000,
          ...login,
        });
        client.on('error', () => {});
        try {
          await client.connect();
          return (await client.query<object>(sql, values)).rows;
        } catch (error) {
          if ((error as { severity?: string }).severity === 'ERROR') throw error;
          lastError = error;
        } finally {
          void client.end().catch(() => {});
        }
      }
      throw lastError;
    }, 30_000);
  }

  /** The role of Redis on a machine, or `syncing`, or undefined. */
  private async redisRole({ machine }: Node): Promise<string | undefined> {
    const redis = new Redis({
      host: machine.address,
      password: this.secrets['REDIS_PASSWORD']!,
      connectTimeout: 1_000,
      commandTimeout: 1_000,
      retryStrategy: () => null,
      lazyConnect: true,
    });
    redis.on('error', () => {});
    try {
      await redis.connect();
      const info = await redis.info('replication');
      if (info.includes('role:master')) return 'master';
      return info.includes('master_link_status:up') ? 'replica' : 'syncing';
    } catch {
      return undefined;
    } finally {
      redis.disconnect();
    }
  }
}

/** Moves the data of the files below a folder into that folder. */
function useFolder(folder: string): void {
  for (const file of ['patroni/config.yml', 'default/etcd', 'redis/redis.conf', 'redis/sentinel.conf']) {
    const path = join(folder, 'etc', file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/\/var\/(lib|run)\//g, `${folder}/var/$1/`));
  }
  for (const name of ['lib/etcd', 'lib/nameyard', 'lib/postgresql', 'lib/redis', 'run/postgresql'])
    mkdirSync(join(folder, 'var', name), { recursive: true });
}

const latestPostgres = (): string => readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a))[0]!;

/** The body of a successful response. */
async function get(url: string): Promise<string | undefined> {
  const controller = new AbortController();
  const timeout = setTimeout(() => controller.abort(), 2_000);
  try {
    const response = await fetch(url, { signal: controller.signal });
    const body = await response.text();
    return response.ok ? body : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timeout);
  }
}
