import { setTimeout as sleep } from 'node:timers/promises';
import type { HighlyAvailable, Node } from '../processes/highly-available.js';
import { waitFor } from '../support/eventually.js';
import { mulberry32 } from './faults.js';

/** A fault of an installation on three machines. */
export interface ClusterFault {
  name: string;
  /** Requests that are sent later than this after the fault must not be refused. */
  limitMs: number;
  /** Shortest time until everything is returned, which happens only after it has been replaced. */
  lastsMs: number;
  /** Takes something away, and resolves when it has been replaced; returns what replaced it. */
  inject(installation: HighlyAvailable): Promise<string>;
}

/** The role of the leader moves to another machine. */
async function newLeader(installation: HighlyAvailable, old: Node): Promise<string> {
  const find = async () =>
    (await installation.members()).find(({ role, name }) => role === 'leader' && name !== old.name);
  const { name } = await waitFor('another leader', find);
  return `${name} leads PostgreSQL instead of ${old.name}`;
}

async function newRedisMaster(installation: HighlyAvailable, old: Node): Promise<string> {
  const { name } = await waitFor('another master of Redis', async () => {
    const master = await installation.redisMaster();
    return master.name === old.name ? undefined : master;
  });
  return `${name} is the master of Redis instead of ${old.name}`;
}

/** Kills PostgreSQL's leader and its Patroni. */
export const KILL_LEADER: ClusterFault = {
  name: 'leader killed',
  limitMs: 15_000,
  lastsMs: 30_000,
  async inject(installation) {
    const leader = await installation.withRole('leader');
    await leader.killPatroniAndPostgres();
    return newLeader(installation, leader);
  },
};

export const KILL_REDIS_MASTER: ClusterFault = {
  name: 'Redis master killed',
  limitMs: 15_000,
  lastsMs: 30_000,
  async inject(installation) {
    const master = await installation.redisMaster();
    await master.kill('redis');
    return newRedisMaster(installation, master);
  },
};

export const CLUSTER_FAULTS: ClusterFault[] = [
  KILL_LEADER,
  {
    name: 'machine of the leader killed',
    limitMs: 15_000,
    lastsMs: 40_000,
    async inject(installation) {
      const leader = await installation.withRole('leader');
      leader.killAll();
      return newLeader(installation, leader);
    },
  },
  {
    name: 'machine of the leader cut off',
    limitMs: 15_000,
    lastsMs: 60_000,
    async inject(installation) {
      const leader = await installation.withRole('leader');
      leader.machine.disconnect();
      return newLeader(installation, leader);
    },
  },
  KILL_REDIS_MASTER,
  {
    name: 'machine of the synchronous standby killed',
    limitMs: 15_000,
    lastsMs: 40_000,
    async inject(installation) {
      const standby = await installation.withRole('sync_standby');
      standby.killAll();
      const find = async () =>
        (await installation.members()).find(({ role, name }) => role === 'sync_standby' && name !== standby.name);
      const { name } = await waitFor('another synchronous standby', find);
      return `${name} is the synchronous standby instead of ${standby.name}`;
    },
  },
  {
    name: 'switchover',
    limitMs: 5_000,
    lastsMs: 20_000,
    async inject(installation) {
      const [leader, standby] = [await installation.withRole('leader'), await installation.withRole('sync_standby')];
      await installation.switchOver(leader, standby);
      return newLeader(installation, leader);
    },
  },
];

/** Shortest and longest duration of a drawn fault. */
const DRAWN_MS = [5_000, 15_000] as const;

/** A sequence of shorter faults; the same for the same seed. All kinds occur once before one occurs again. */
export function drawFaults(seed: number, count: number): ClusterFault[] {
  const random = mulberry32(seed);
  const drawn: ClusterFault[] = [];
  while (drawn.length < count) {
    const kinds = CLUSTER_FAULTS.map(fault => ({ fault, position: random() })).sort((a, b) => a.position - b.position);
    const [shortest, longest] = DRAWN_MS;
    for (const { fault } of kinds) drawn.push({ ...fault, lastsMs: shortest + random() * (longest - shortest) });
  }
  return drawn.slice(0, count);
}

export interface Recovery {
  /** Milliseconds from the fault. */
  replacedMs: number;
  replacement: string;
  /** Milliseconds from the return of everything until it is replicated again. */
  rejoinedMs: number;
}

/** Runs a fault and returns everything. */
export async function runFault(installation: HighlyAvailable, fault: ClusterFault): Promise<Recovery> {
  const startedAt = performance.now();
  const replacement = await fault.inject(installation);
  const replacedMs = performance.now() - startedAt;
  await sleep(Math.max(0, startedAt + fault.lastsMs - performance.now()));
  const returnedAt = performance.now();
  await installation.restore();
  return { replacedMs, replacement, rejoinedMs: performance.now() - returnedAt };
}
