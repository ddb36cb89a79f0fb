/** Lines of the tables: a figure of one contender, alone or relative to another in the same round. */

const COALESCED = 'a floor that batched requests like the product would be faster';
const ONE_STATEMENT = 'one statement instead of six round trips';
const BATCHED = 'a job has many deliveries';
const DRAINED = 'until all events are delivered; the floor delivers nothing';

const ours = 'nameyard';
const SEARCH = 'search, 32 connections';
const oursOnRedis = 'nameyard on Redis';
const AT_HALF_LOAD = 'nameyard at half load';

export const KINDS = ['search', 'order', 'checkout'];

/** All rows with their required and desired bounds. */
export const ROWS = [
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
  row('search, usage on ÷ off', 'usage', [ours, 'nameyard without usage'], atLeast(0.88, 0.93)),
  row('search, test control loaded ÷ not', 'test control', [ours, 'nameyard without test-control'], atLeast(0.97, 1)),
  row('lookup, 5,000,000 names ÷ 10,000', 'lookup', ['5,000,000 names', '10,000 names'], atLeast(0.75, 0.85)),
  row('start on existing data, s', 'start', ['on existing data'], atMost(1.5, 0.8, 'seconds')),
  row('start on an empty machine, s', 'start', ['on an empty machine'], atMost(3, 1.6, 'seconds')),
];

/** Rows of `--against`. */
export const AGAINST_ROWS = KINDS.flatMap(kind => [
  row(`${kind} ÷ the other checkout`, `${kind} against`, [ours, 'other checkout'], atLeast()),
  row(
    `${kind} µs of CPU ÷ the other checkout`,
    `${kind} against`,
    [ours, 'other checkout'],
    atMost(undefined, undefined, 'cpuMicros'),
  ),
]);

const grown = ['10,000 registrations', '1,000,000 registrations', '5,000,000 registrations', '10,000 tenants'];
const LOG = '10,000,000 requests with bodies';
const PAGES = [
  'newest requests',
  'server errors',
  'rare code',
  'complete domain',
  'start of a domain, first page',
  'order ID',
];

export const GROWTH_ROWS = [
  ...KINDS.flatMap(kind =>
    grown.map(size =>
      row(`${kind} p50, ${size} ÷ an empty database`, kind, [size, 'an empty database'], atMost(1.3, undefined, 'p50')),
    ),
  ),
  ...KINDS.flatMap(kind =>
    [2, 3].map(count =>
      row(
        `${kind}, ${count} processes ÷ one`,
        `${kind} by several processes`,
        [`${count} processes`, 'one process'],
        atLeast(),
      ),
    ),
  ),
  row(
    '1,000,000 registrations of one tenant expire, s',
    'expiry',
    ['1,000,000 registrations'],
    atMost(60, 30, 'seconds'),
  ),
  row(
    'decision of 1,000,000 pending registrations by one advance, s',
    'decisions',
    ['1,000,000 pending registrations'],
    atMost(60, 30, 'seconds'),
  ),
  row('1,000 worlds created, used, ended and removed, s', 'worlds', ['1,000 worlds'], atMost(60, 30, 'seconds')),
  row('creating a world p50, ms', 'worlds', ['1,000 worlds'], atMost(10, 5, 'p50')),
  row(`removal of the remaining old bodies among ${LOG}, s`, 'log', ['removal'], atMost(180, 60, 'seconds')),
  row('newest requests meanwhile p99, ms', 'log', ['removal'], atMost(300, 100, 'p99')),
  ...[...PAGES, 'request ID', 'bodies of a request'].map(name =>
    row(`${name} in ${LOG} p99, ms`, 'log', [name], atMost(300, 50, 'p99')),
  ),
  row(`rare start of a domain in ${LOG}, page p99, ms`, 'log', ['rare start'], atMost(2_000, 1_200, 'p99')),
  row(`rare start of a domain in ${LOG}, all pages, s`, 'log', ['rare start'], atMost(60, 15, 'seconds')),
];

export const MEMORY_ROWS = [
  row('after 1,000,000 requests, MiB', 'memory', ['api'], atMost(200, 160, 'mebibytes')),
  row('after 1,000,000 requests ÷ after 500,000', 'memory', ['api'], atMost(1.1, 1.02, 'growth')),
];

/** A figure of the first contender, or relative to the second. `note` is the basis of a ratio. */
function row(name, contest, [of, over], bounds, note) {
  return { name, contest, of, over, ...bounds, note };
}

function atMost(must, reach, figure) {
  return { figure, better: 'less', must, reach };
}

function atLeast(must, reach) {
  return { figure: 'perSecond', better: 'more', must, reach };
}
