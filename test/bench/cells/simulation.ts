/**
 * A simulation, not a measurement: places tenants with skewed load on cells (separate installations) and reports the
 * imbalance, and the share of tenants that move when a cell is added. It starts no service. Results are deterministic.
 */
import { createHash } from 'node:crypto';

export const TENANTS = 100_000;
/** Load of the tenant of rank n is 1 / n^EXPONENT (Zipf). */
export const EXPONENT = 1;
const CELL_COUNTS = [4, 8, 16];
/** Tenants that are placed by hand, on the cell with the least load. */
export const OVERRIDES = 1_000;

export interface Outcome {
  strategy: string;
  cells: number;
  /** Load of the busiest cell divided by the mean. */
  loadImbalance: number;
  /** Tenants of the fullest cell divided by the mean. */
  tenantImbalance: number;
  /** Share of the tenants that move when a cell is added. */
  movedTenants: number;
  /** Share of the load that moves when a cell is added. */
  movedLoad: number;
}

/** Lookups of globals are slow in Jest. */
const { imul } = Math;

type Place = (cells: number) => Uint16Array;

const LOADS = Float64Array.from({ length: TENANTS }, (_, index) => 1 / (index + 1) ** EXPONENT);
/** 64 bits of a hash per tenant and cell, in two numbers. */
const SEEDS = Uint32Array.from({ length: TENANTS }, (_, index) =>
  createHash('sha256').update(`tenant-${index}`).digest().readUInt32LE(0),
);

/** A 32-bit mixing function (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let h = value;
  h = imul(h ^ (h >>> 16), 0x85_eb_ca_6b);
  h = imul(h ^ (h >>> 13), 0xc2_b2_ae_35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Rendezvous hashing: the cell whose hash with the tenant is the highest. */
const placeByHash: Place = cells =>
  Uint16Array.from(SEEDS, seed => {
    let [best, highest] = [0, -1];
    for (let cell = 0; cell < cells; cell++) {
      const score = mix(seed ^ mix(cell + 1));
      if (score > highest) [best, highest] = [cell, score];
    }
    return best;
  });

/** Rendezvous hashing, with the busiest tenants on the cell that has the least load at their turn. */
const placeWithOverrides: Place = cells => {
  const placed = placeByHash(cells);
  const loads = new Float64Array(cells);
  for (let tenant = OVERRIDES; tenant < TENANTS; tenant++) loads[placed[tenant]!]! += LOADS[tenant]!;
  for (let tenant = 0; tenant < OVERRIDES; tenant++) {
    const least = loads.indexOf(Math.min(...loads));
    placed[tenant] = least;
    loads[least]! += LOADS[tenant]!;
  }
  return placed;
};

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

function measure(strategy: string, cells: number, before: Uint16Array, after: Uint16Array): Outcome {
  const [loads, counts] = [new Float64Array(cells), new Float64Array(cells)];
  let [movedTenants, movedLoad] = [0, 0];
  for (let tenant = 0; tenant < TENANTS; tenant++) {
    loads[before[tenant]!]! += LOADS[tenant]!;
    counts[before[tenant]!]! += 1;
    if (before[tenant] === after[tenant]) continue;
    movedTenants += 1;
    movedLoad += LOADS[tenant]!;
  }
  const total = sum(LOADS);
  return {
    strategy,
    cells,
    loadImbalance: Math.max(...loads) / (total / cells),
    tenantImbalance: Math.max(...counts) / (TENANTS / cells),
    movedTenants: movedTenants / TENANTS,
    movedLoad: movedLoad / total,
  };
}

/** Adds a cell without moving tenants with overrides; only hashed tenants move. */
function addCellKeepingOverrides(cells: number): Uint16Array {
  const [before, after] = [placeWithOverrides(cells), placeByHash(cells + 1)];
  after.set(before.subarray(0, OVERRIDES));
  return after;
}

export const simulate = (): Outcome[] =>
  CELL_COUNTS.flatMap(cells => [
    measure('hash', cells, placeByHash(cells), placeByHash(cells + 1)),
    measure('hash, overrides', cells, placeWithOverrides(cells), addCellKeepingOverrides(cells)),
  ]);

/** A row of the Markdown table in /docs/beyond-one-database. */
export const rowOf = (outcome: Outcome): string => {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const { strategy, cells, loadImbalance, tenantImbalance, movedTenants, movedLoad } = outcome;
  const cellsOfRow = [strategy, String(cells), loadImbalance.toFixed(2), tenantImbalance.toFixed(2)];
  return `| ${[...cellsOfRow, percent(movedTenants), percent(movedLoad)].join(' | ')} |`;
};
