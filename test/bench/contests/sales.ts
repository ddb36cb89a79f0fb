import { waitUntilDrained } from '../database/drain.js';
import { Ledger } from '../database/ledger.js';
import type { Kept } from '../load/conversation.js';
import { judge, type Pace } from '../load/drive.js';
import { checkouts } from '../load/loads.js';
import { percentiles } from '../load/percentile.js';
import { send, sendEvenly } from '../load/send.js';
import type { Contenders, Subscribed } from '../servers/contenders.js';
import { now } from '../stage/clock.js';
import type { Contest, Sample } from './contest.js';
import { pay } from './kinds.js';
import { floor } from './requests.js';

const WARM_UP_SECONDS = 1;

/**
 * Checkouts without pause until all are delivered, and the same at half of that load. Latencies of the product are the
 * time from the response of a checkout to the arrival of its webhook.
 */
export function selling(cast: Contenders, pace: Pace): Contest {
  let last: Sample | undefined;
  const atFullSpeed = async () => (last = await sell(await cast.product(), pace));
  const atHalfSpeed = async () => {
    const { responses } = last ?? (await atFullSpeed());
    return sell(await cast.product(), pace, responses / pace.seconds / 2);
  };
  return {
    name: 'sales',
    contenders: [
      { name: 'nameyard', start: cast.product, measure: atFullSpeed },
      { name: 'nameyard at half load', start: cast.product, measure: atHalfSpeed },
      floor(cast, pay(pace)),
    ],
  };
}

/** Sells at full speed, or at a rate per second. */
async function sell(product: Subscribed, pace: Pace, rate?: number): Promise<Sample> {
  await pay({ ...pace, seconds: WARM_UP_SECONDS })(product);
  await product.orders.insertFor(pace.seconds);
  const ledger = await Ledger.open(product);
  const load = checkouts(product);
  const started = now();
  const sent =
    rate === undefined ? await send(product, load, pace) : await sendEvenly(product, load, rate, pace.seconds);
  await waitUntilDrained(product.database);
  const seconds = (now() - started) / 1_000;
  const answered = judge(sent, load);
  const { arrivals } = (await ledger.close(answered))!;
  const paid = sent.kept.filter(({ status }) => status === 200);
  const latencies = paid.map(response => arrivals[orderOf(response)]! - response.at);
  return { figures: { perSecond: paid.length / seconds, ...percentiles(latencies) }, ...answered };
}

const orderOf = ({ text }: Kept): string => (JSON.parse(text) as { data: { order_id: string } }).data.order_id;
