import { atMost, type Row, row } from '../report/rows.js';
import { type Product, startProduct } from '../servers/product.js';
import type { Stage } from '../stage/stage.js';
import type { Contest, Sample } from './contest.js';

const REGISTRATIONS = 1_000_000;
const NAME = '1,000,000 registrations';

/** `domain.expiring`, `domain.expired` and `domain.released`. */
const EVENTS = 3 * REGISTRATIONS;

/** Longer than the term of the registrations, and the 30 days until their release. */
const ADVANCE = 'P1Y2M';

export const EXPIRY: Row[] = [row(`${NAME} of one tenant expire, s`, 'expiry', [NAME], atMost(60, 30, 'seconds'))];

/** Advances the clock of a tenant past the release of all its registrations. */
export function expiring(stage: Stage): Contest {
  let product: Product | undefined;
  return {
    name: 'expiry',
    maxRounds: 1,
    contenders: [
      {
        name: NAME,
        start: async () => void (product = await startProduct(stage, { name: NAME, owned: REGISTRATIONS })),
        measure: () => expire(product!),
      },
    ],
  };
}

async function expire({ callers: [caller], origins: [origin], database }: Product): Promise<Sample> {
  const { tenant, key } = caller!;
  const started = performance.now();
  const response = await fetch(`${origin}/api/v1/sandbox/control/clock/advance`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'X-Tenant': tenant.slug, 'Content-Type': 'application/json' },
    body: JSON.stringify({ by: ADVANCE }),
  });
  const text = await response.text();
  const seconds = (performance.now() - started) / 1_000;
  const { rows } = await database.query<{ registrations: number; events: number }>(
    `SELECT (SELECT count(*)::int FROM domains.registrations WHERE tenant_id = $1) AS registrations,
       (SELECT count(*)::int FROM platform.events WHERE tenant_id = $1) AS events`,
    [tenant.id],
  );
  const { registrations, events } = rows[0]!;
  const problems = [
    response.ok ? [] : `The advance failed: ${text.slice(0, 500)}`,
    registrations === 0 ? [] : `${registrations} registrations were not released`,
    events === EVENTS ? [] : `${events} events were recorded instead of ${EVENTS}`,
  ].flat();
  return { figures: { seconds }, responses: 1, wrong: problems.length, problems };
}
