/** The contests of the table. */
import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  DOMAIN,
  EVENT,
  EVENT_COLUMNS,
  insertEvents,
  openPool,
  ORDER_ID,
  register,
  waitUntilDrained,
  withLedger,
} from './database.mjs';
import { drive, judge, send, sendEvenly } from './load.mjs';
import { percentiles } from './percentile.ts';
import { SEARCH } from './programs/statements.mjs';
import { checkouts, orders, ownedName, searches } from './requests.mjs';
import * as servers from './servers.mjs';
import { Child, newFolder, now, programOf } from './stage.mjs';

const run = promisify(execFile);

/** Number of database connections of the product and the floor. */
const CLIENTS = 16;

/** Maximum number of concurrent deliveries to one receiver. */
const AT_A_TIME = 50;

const LONG_SECONDS = 20;

/** Deliveries per turn, and how many of them warm up; empty jobs; plain messages. */
const DELIVERIES = {
  quick: { count: 2_000, heat: 4_000, jobs: 700, posts: 4_000 },
  whole: { count: 8_000, heat: 12_000, jobs: 3_000, posts: 15_000 },
};

/** A turn of each kind of request. */
export const TURNS = {
  search: (server, pace) => drive(server, searches(server), pace),
  order: (server, pace) => drive(server, orders(server), pace),
  /** Ends when everything is delivered, which the figures do not include. */
  async checkout(server, pace) {
    await server.orders.insertFor(pace.warmUp + pace.seconds, pace.heat.responses);
    return (await withLedger(server, () => drive(server, checkouts(server), pace))).sample;
  },
};

const contender = (name, start, measure, absent) => ({
  name,
  absent,
  start,
  measure: async () => measure(await start()),
});

/** All contests in order; a quick run has only those against the floor and the limits, with less warm-up for orders. */
export function contestsOf({ quick, against, ...pace }) {
  const at = connections => ({ ...pace, connections });
  const long = { ...at(32), seconds: LONG_SECONDS };
  const short = quick ? { ...at(32), heat: { ...pace.heat, seconds: pace.heat.seconds / 3 } } : at(32);
  const ours = (turn, turnPace) => contender('nameyard', servers.product, server => TURNS[turn](server, turnPace));
  const floor = (turn, turnPace) => contender('floor', servers.floor, server => TURNS[turn](server, turnPace));
  const search = (
    turnPace,
    name = `search, ${turnPace.connections} connection${turnPace.connections === 1 ? '' : 's'}`,
  ) => ({
    name,
    contenders: [ours('search', turnPace), floor('search', turnPace)],
  });
  const next = [search(at(128)), search(at(1))];
  const money = [
    { name: 'order', contenders: [ours('order', short), floor('order', short)] },
    { name: 'checkout', contenders: [ours('checkout', short), transactions(pace.seconds)] },
  ];
  const deliveries = deliveriesOf('deliveries', DELIVERIES[quick ? 'quick' : 'whole']);
  const compared =
    against === undefined ? [] : Object.keys(TURNS).map(kind => comparison(kind, against, ours(kind, at(32)), at(32)));
  if (quick) return [search(at(32)), ...next, ...money, deliveries, ...compared];

  const variant = (name, start, absent) => contender(name, start, server => TURNS.search(server, at(32)), absent);
  const mock = name => variant(name, () => servers.mock(name), servers.missingMock(name));
  const without = part => ({
    name: part.replace('-', ' '),
    contenders: [ours('search', at(32)), variant(`nameyard without ${part}`, () => servers.productWithout(part))],
  });
  const withMocks = search(at(32));
  withMocks.contenders.push(mock('prism'), mock('mockoon'), mock('scalar'));
  return [
    withMocks,
    { ...search(long, `search, ${LONG_SECONDS} s`), maxRounds: 3 },
    ...next,
    ...money,
    { ...sales(long), contenders: [...sales(long).contenders, floor('checkout', long)], maxRounds: 3 },
    deliveries,
    starts(),
    deliveriesOnRedis(DELIVERIES.whole),
    {
      name: 'search on Redis',
      contenders: [variant('nameyard on Redis', servers.productOnRedis, servers.noRedis), floor('search', at(32))],
    },
    without('usage'),
    without('test-control'),
    lookups(pace.seconds),
    ...compared,
  ];
}

/** The same requests to a build of another commit. */
function comparison(kind, root, ours, pace) {
  const other = () => servers.product('other checkout', async () => ({ root }));
  return {
    name: `${kind} against`,
    contenders: [ours, contender('other checkout', other, server => TURNS[kind](server, pace))],
  };
}

/** Statements of a checkout for pgbench; `:order` and `:domain` are replaced by expressions of `:number`. */
const TRANSACTION = [
  'BEGIN',
  `UPDATE orders.orders SET status = 'paid', paid_at = now() WHERE tenant_id = :tenant AND id = :order AND status = 'created'`,
  `INSERT INTO checkout.payments (tenant_id, reference, order_id, method, currency, total, paid_at)
   VALUES (:tenant, 'invoice-' || :number::text, :order, 'test', 'USD', 1199, now())`,
  `INSERT INTO domains.registrations (tenant_id, domain, tld, order_id, registered_at, expires_at)
   VALUES (:tenant, :domain, 'com', :order, now(), now() + interval '1 year')`,
  `INSERT INTO platform.events (${EVENT_COLUMNS})
   SELECT ${EVENT({ id: `'evt_' || :number::text`, tenant: ':tenant', slug: `'demo'`, order: ':order', domain: ':domain' })}`,
  'COMMIT',
].map(sql => sql.replaceAll(':order', ORDER_ID(':number::text')).replaceAll(':domain', DOMAIN(':number::text')));

const noPgbench = await run('pgbench', ['--version']).then(
  () => undefined,
  () => 'there is no pgbench here',
);

/** Checkouts as BEGIN … COMMIT directly in the database. Each client pays its own range of orders. */
function transactions(seconds) {
  return contender('transactions', servers.floor, pay, noPgbench);
  async function pay({ orders, callers, url }) {
    const whole = Math.ceil(seconds); // pgbench only takes whole seconds
    await orders.insertFor(whole);
    const { first, count } = orders.takeAll();
    const numbers = [
      '\\set done :done + 1',
      `\\set number ${first} + :client_id * ${Math.floor(count / CLIENTS)} + :done`,
    ];
    const script = join(newFolder(), 'checkout.sql');
    writeFileSync(
      script,
      [...numbers, ...TRANSACTION.map(sql => `${sql.replaceAll(/\s*\n\s*/g, ' ')};`), ''].join('\n'),
    );
    const pace = ['--no-vacuum', '--protocol=prepared', `--client=${CLIENTS}`, '--jobs=1', `--time=${whole}`];
    const work = ['--define=done=-1', `--define=tenant=${callers[0].tenant.id}`, `--file=${script}`, url];
    const { stdout } = await run('pgbench', [...pace, ...work]);
    const wrong = Number(/^number of failed transactions: (\d+)/m.exec(stdout)?.[1] ?? 0);
    const problems = wrong > 0 ? [`${wrong} transactions failed`] : [];
    return { figures: { perSecond: Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]) }, responses: 0, wrong, problems };
  }
}

/**
 * Checkouts without pause until all are delivered, and the same at half of that load. Latencies are the time from the
 * response of a checkout to the arrival of its webhook.
 */
function sales(pace) {
  let last;
  const sell = async (product, rate) => {
    await TURNS.checkout(product, { ...pace, seconds: 1 });
    await product.orders.insertFor(pace.seconds);
    const load = checkouts(product);
    let sent;
    let seconds;
    const { sample, report } = await withLedger(product, async () => {
      const started = now();
      sent = await (rate === undefined ? send(product, load, pace) : sendEvenly(product, load, rate, pace.seconds));
      await waitUntilDrained(product.database);
      seconds = (now() - started) / 1_000;
      return judge(sent, load);
    });
    const paid = sent.kept.filter(({ status }) => status === 200);
    const latencies = paid.map(({ text, at }) => report.arrivals[JSON.parse(text).data.order_id] - at);
    return { figures: { perSecond: paid.length / seconds, ...percentiles(latencies) }, ...sample };
  };
  const atFullSpeed = async product => (last = await sell(product));
  const atHalfSpeed = async product => {
    const { responses } = last ?? (await atFullSpeed(product));
    return sell(product, responses / pace.seconds / 2);
  };
  return {
    name: 'sales',
    contenders: [
      contender('nameyard', servers.product, atFullSpeed),
      contender('nameyard at half load', servers.product, atHalfSpeed),
    ],
  };
}

/** Time from recording events until all are delivered, compared with empty BullMQ jobs and plain undici requests. */
const deliveriesOf = (name, amounts) => ({
  name,
  contenders: [
    delivering('nameyard', servers.product, amounts),
    contender('BullMQ no-op', servers.floor, ({ url }) => measureLimit('no-op', url, amounts.jobs)),
    contender('raw undici', servers.product, async ({ receiver }) => {
      const sample = await measureLimit('raw-posts', receiver.url, amounts.posts);
      await receiver.report();
      return sample;
    }),
  ],
});

const deliveriesOnRedis = amounts => ({
  name: 'deliveries on Redis',
  contenders: [
    delivering('nameyard on Redis', servers.productOnRedis, amounts, servers.noRedis),
    contender('BullMQ no-op', servers.redis, url => measureLimit('no-op', url, 5 * amounts.jobs), servers.noRedis),
  ],
});

function delivering(name, start, { count, heat }, absent) {
  let isCold = true;
  const deliver = async (product, count) => {
    let started;
    const { sample, report } = await withLedger(product, async () => {
      started = now();
      await insertEvents(product, randomUUID(), count);
      return { responses: count, wrong: 0, problems: [] };
    });
    return { figures: { perSecond: (1_000 * count) / (report.lastAt - started) }, ...sample };
  };
  return contender(
    name,
    start,
    async product => {
      if (isCold) await deliver(product, heat);
      isCold = false;
      return deliver(product, count);
    },
    absent,
  );
}

/** Runs a program that measures a limit in its own process, like the product. */
async function measureLimit(program, url, count) {
  const said = await new Child(program, programOf(program, url, count, AT_A_TIME)).waitForExit();
  const { perSecond, wrong } = JSON.parse(said);
  return {
    figures: { perSecond },
    responses: 0,
    wrong,
    problems: wrong > 0 ? [`${program}: ${wrong} wrong answers`] : [],
  };
}

/** Duration of `npm start` until the service reports that it runs; installed and built before. */
function starts() {
  let existing;
  const start = (name, dataDir) => ({
    name,
    async measure() {
      const began = performance.now();
      const service = new Child('npm start', ['npm', 'start'], {
        env: { DATA_DIR: dataDir(), PORT: '0' },
        group: true,
      });
      const [, origin] = await service.waitForOutput(/base URL +(http:\S+)\/api\/v1$/m);
      const seconds = (performance.now() - began) / 1_000;
      const ready = await fetch(`${origin}/health/ready`);
      await service.end();
      const problems = ready.ok ? [] : [`It said that it runs and was not ready: ${ready.status}`];
      return { figures: { seconds }, responses: 1, wrong: problems.length, problems };
    },
  });
  return {
    name: 'start',
    contenders: [
      start('on an empty machine', () => (existing = newFolder())),
      start('on existing data', () => (existing ??= newFolder())),
    ],
  };
}

/** The query of a search, directly in the database, with a small and a large table. */
function lookups(seconds) {
  const tenant = 'ten_bench';
  const fill = async count => {
    const floor = await servers.floor();
    await floor.database.query(`CREATE DATABASE look_up_${count}`);
    const url = new URL(floor.url);
    url.pathname = `/look_up_${count}`;
    await servers.migrate(url.href);
    const pool = openPool(url.href, CLIENTS);
    await register(pool, [tenant], count);
    return pool;
  };
  const lookUp = (name, count) =>
    contender(
      name,
      () => servers.once(name, () => fill(count)),
      async pool => {
        const end = performance.now() + seconds * 1_000;
        let [found, wrong] = [0, 0];
        const work = async () => {
          while (performance.now() < end) {
            // One existing domain and twelve free ones, as in a search.
            const owned = ownedName(randomInt(1, count + 1));
            const values = [tenant, [owned, ...Array.from({ length: 12 }, (_, index) => `${index}-${owned}`)]];
            const { rows } = await pool.query({ name: 'search', text: SEARCH, values });
            if (rows.length === 1) found++;
            else wrong++;
          }
        };
        await Promise.all(Array.from({ length: CLIENTS }, work));
        const problems = wrong > 0 ? [`${wrong} lookups found something else than the one name that is there`] : [];
        return { figures: { perSecond: found / seconds }, responses: 0, wrong, problems };
      },
    );
  return { name: 'lookup', contenders: [lookUp('10,000 names', 10_000), lookUp('5,000,000 names', 5_000_000)] };
}
