import type { Figure } from '../contests/contest.js';

/** One line of the table: a figure of one contender, by itself or against another's in the same round. */
export interface Row {
  name: string;
  contest: string;
  of: string;
  over?: string;
  figure: Figure;
  better: 'more' | 'less';
  must?: number;
  reach?: number;
  /** What a ratio rests on. */
  note?: string;
}

const COALESCED =
  'a floor that asked the database for several requests at once, as the product may, would be faster again';

const ours = 'nameyard';

/** What is aimed at: what must hold, and what would be fine. */
export const ROWS: Row[] = [
  { name: 'search ÷ floor', contest: 'search', of: ours, over: 'floor', ...atLeast(1.2, 1.6), note: COALESCED },
  { name: 'search p99 ÷ floor', contest: 'search', of: ours, over: 'floor', ...atMost(2, 1.2, 'p99') },
  {
    name: 'search p99 ÷ floor, 128 connections',
    contest: 'search at 128',
    of: ours,
    over: 'floor',
    ...atMost(2, 0.5, 'p99'),
  },
  {
    name: 'search p50 ÷ floor, 1 connection',
    contest: 'search at 1',
    of: ours,
    over: 'floor',
    ...atMost(2, 1.5, 'p50'),
  },
  { name: 'search ÷ Prism', contest: 'search', of: ours, over: 'prism', ...atLeast(3.5, 5) },
  { name: 'search ÷ Mockoon', contest: 'search', of: ours, over: 'mockoon', ...atLeast(12, 20) },
  { name: 'search ÷ Scalar mock', contest: 'search', of: ours, over: 'scalar', ...atLeast(0.9, 1.15) },
  { name: 'order ÷ floor', contest: 'order', of: ours, over: 'floor', ...atLeast(0.75, 1.3), note: COALESCED },
  { name: 'checkout ÷ floor', contest: 'checkout', of: ours, over: 'floor', ...atLeast(0.8, 1.5), note: COALESCED },
  {
    name: 'checkout ÷ BEGIN … COMMIT',
    contest: 'checkout',
    of: ours,
    over: 'transactions',
    ...atLeast(1, 2),
    note: 'one statement in place of six round trips',
  },
  {
    name: 'deliveries ÷ BullMQ no-op',
    contest: 'deliveries',
    of: ours,
    over: 'BullMQ no-op',
    ...atLeast(3, 6),
    note: 'a job carries up to 50 deliveries',
  },
  { name: 'deliveries ÷ raw undici', contest: 'deliveries', of: ours, over: 'raw undici', ...atLeast(0.4, 0.65) },
  {
    name: 'deliveries on Redis ÷ BullMQ no-op',
    contest: 'deliveries on Redis',
    of: 'nameyard on Redis',
    over: 'BullMQ no-op on Redis',
    ...atLeast(0.5, 0.8),
  },
  {
    name: 'search on Redis ÷ floor',
    contest: 'search on Redis',
    of: 'nameyard on Redis',
    over: 'floor',
    figure: 'perSecond',
    better: 'more',
  },
  { name: 'search, usage on ÷ off', contest: 'usage', of: ours, over: 'without usage', ...atLeast(0.88, 0.93) },
  {
    name: 'look-up, 5,000,000 names ÷ 10,000',
    contest: 'look-up',
    of: 'at 5,000,000 names',
    over: 'at 10,000 names',
    ...atLeast(0.75, 0.85),
  },
  { name: 'start on existing data, s', contest: 'start', of: 'on existing data', ...atMost(1.5, 0.8, 'seconds') },
  { name: 'start on an empty machine, s', contest: 'start', of: 'on an empty machine', ...atMost(3, 1.6, 'seconds') },
];

function atLeast(must: number, reach: number, figure: Figure = 'perSecond') {
  return { must, reach, figure, better: 'more' as const };
}

function atMost(must: number, reach: number, figure: Figure) {
  return { must, reach, figure, better: 'less' as const };
}
