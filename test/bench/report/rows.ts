import type { Figure } from '../contests/contest.js';

/** A line of the table: a figure of one contender, alone or relative to another in the same round. */
export interface Row {
  name: string;
  contest: string;
  of: string;
  over?: string;
  figure: Figure;
  better: 'more' | 'less';
  must?: number;
  reach?: number;
  /** Basis of a ratio. */
  note?: string;
}

const COALESCED = 'a floor that batched requests like the product would be faster';
const ONE_STATEMENT = 'one statement instead of six round trips';
const BATCHED = 'a job has many deliveries';
const DRAINED = 'until all events are delivered; the floor delivers nothing';

const ours = 'nameyard';
const SEARCH = 'search, 32 connections';
const oursOnRedis = 'nameyard on Redis';
const AT_HALF_LOAD = 'nameyard at half load';

/** All rows with their required and desired bounds. */
export const ROWS: Row[] = [
  row('search ÷ floor', SEARCH, [ours, 'floor'], atLeast(1.2, 1.6), COALESCED),
  row('search ÷ floor, 20 s', 'search, 20 s', [ours, 'floor'], atLeast(0.9, 1.2), COALESCED),
  row('search p99 ÷ floor', SEARCH, [ours, 'floor'], atMost(2, 1.2, 'p99')),
  row('search p99 ÷ floor, 128 connections', 'search, 128 connections', [ours, 'floor'], atMost(2, 0.5, 'p99')),
  row('search p50 ÷ floor, 1 connection', 'search, 1 connection', [ours, 'floor'], atMost(2, 1.5, 'p50')),
  row('search ÷ Prism', SEARCH, [ours, 'prism'], atLeast(3.5, 5)),
  row('search ÷ Mockoon', SEARCH, [ours, 'mockoon'], atLeast(12, 20)),
  row('search ÷ Scalar mock', SEARCH, [ours, 'scalar'], atLeast(0.9, 1.15)),
  row('order ÷ floor', 'order', [ours, 'floor'], atLeast(0.75, 1.3), COALESCED),
  row('checkout ÷ BEGIN … COMMIT', 'checkout', [ours, 'transactions'], atLeast(1, 1.5), ONE_STATEMENT),
  row('checkout and delivery, 20 s ÷ floor', 'sales', [ours, 'floor'], atLeast(0.45, 0.7), DRAINED),
  row('answer to delivery p50, 20 s at full load, ms', 'sales', [ours], atMost(250, 60, 'p50')),
  row('answer to delivery p99, 20 s at full load, ms', 'sales', [ours], atMost(2_000, 300, 'p99')),
  row('answer to delivery p50, 20 s at half load, ms', 'sales', [AT_HALF_LOAD], atMost(100, 30, 'p50')),
  row('answer to delivery p99, 20 s at half load, ms', 'sales', [AT_HALF_LOAD], atMost(500, 150, 'p99')),
  row('deliveries ÷ BullMQ no-op', 'deliveries', [ours, 'BullMQ no-op'], atLeast(4, 6), BATCHED),
  row('deliveries ÷ raw undici', 'deliveries', [ours, 'raw undici'], atLeast(0.4, 0.6)),
  row('deliveries on Redis ÷ BullMQ no-op', 'deliveries on Redis', [oursOnRedis, 'BullMQ no-op'], atLeast(0.5, 0.8)),
  row('search on Redis ÷ floor', 'search on Redis', [oursOnRedis, 'floor'], atLeast(0.8, 1)),
  row('search, usage on ÷ off', 'usage', [ours, 'without usage'], atLeast(0.88, 0.93)),
  row('search, test control loaded ÷ not', 'test control', [ours, 'without test control'], atLeast(0.97, 1)),
  row('lookup, 5,000,000 names ÷ 10,000', 'lookup', ['5,000,000 names', '10,000 names'], atLeast(0.75, 0.85)),
  row('start on existing data, s', 'start', ['on existing data'], atMost(1.5, 0.8, 'seconds')),
  row('start on an empty machine, s', 'start', ['on an empty machine'], atMost(3, 1.6, 'seconds')),
];

type Bounds = Pick<Row, 'figure' | 'better' | 'must' | 'reach'>;

/** A figure of the first contender, or relative to the second. */
export function row(name: string, contest: string, [of, over]: [string, string?], bounds: Bounds, note?: string): Row {
  return { name, contest, of, ...(over && { over }), ...bounds, ...(note && { note }) };
}

export function more(figure: Figure): Bounds {
  return { figure, better: 'more' };
}

export function atMost(must: number, reach: number | undefined, figure: Figure): Bounds {
  return { figure, better: 'less', must, ...(reach !== undefined && { reach }) };
}

function atLeast(must: number, reach: number): Bounds {
  return { figure: 'perSecond', better: 'more', must, reach };
}
