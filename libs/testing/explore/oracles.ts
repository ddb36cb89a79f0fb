import type { Observation } from './observation.js';
import type { Oracle } from './advice.js';
import type { ExpectedState } from './shop-state.js';
import { compare, type Difference, type Value } from './state.js';
import type { Action } from './steps.js';
import { isFinalError, isPaid, isRegistered, isUndeliverable, MAX_ATTEMPTS, type Request } from './truth.js';

/** A rule that a shop has broken. */
export interface Violation {
  oracle: Oracle;
  /** What the violation is about, for example an operation: distinguishes violations of the same oracle. */
  subject?: string;
  title: string;
  truth: string;
}

interface Context {
  /** Whether the customer chooses the years of an action. */
  choosesYears: Record<Action['name'], boolean>;
  /** What the shop says after the same purchase without faults. */
  reference: ExpectedState | undefined;
  /** What the shop says after a purchase that the registry accepts; only for plans in which the registry refuses. */
  accepted: ExpectedState | undefined;
}

type Check = (observation: Observation, context: Context) => Violation | undefined | (Violation | undefined)[];

/** The violations of a plan, the worst first. */
export const judge = (observation: Observation, context: Context): Violation[] =>
  CHECKS.flatMap(check => check(observation, context)).filter(violation => violation !== undefined);

const kindOf = ({ plan }: Observation) => (plan.action.name === 'renew' ? 'renewal' : 'registration');
const ordersOf = (observation: Observation) =>
  observation.truth.orders.filter(({ kind }) => kind === kindOf(observation));

/** Whether the registry refuses the registration after the payment. Then, yes is a correct response to the customer. */
const mayFailLater = ({ plan }: Observation): boolean => plan.action.decision === 'failed';

const toldYes: Check = observation => {
  const orders = ordersOf(observation);
  if (observation.verdict !== 'yes' || mayFailLater(observation) || orders.some(isRegistered)) return undefined;
  const states = orders.map(({ order_id, status, domain_status }) => `${order_id} is ${domain_status ?? status}`);
  return {
    oracle: 'told-yes',
    title: `The customer was told yes, but the ${kindOf(observation)} has not happened`,
    truth: states.length > 0 ? `${states.join(', ')}.` : 'There is no order.',
  };
};

const toldNo: Check = observation => {
  const paid = ordersOf(observation).filter(isPaid);
  const toldNoInTheEnd = observation.verdict === 'no' && paid.length > 0;
  if (!observation.hasPaidDespiteNo && !toldNoInTheEnd) return undefined;
  return {
    oracle: 'told-no',
    title: 'The customer was told no, but has paid',
    truth:
      paid.length > 0
        ? `${paid.map(({ order_id }) => order_id).join(', ')} is paid.`
        : 'The order was paid when the customer was told no, and was refunded only later.',
  };
};

/** Whether every shop should sell this: a shop need not sell premium names, or more than one year. */
const isOrdinary = ({ years, word }: Action): boolean => years === 1 && word === undefined;

const refusedWithoutReason: Check = observation => {
  const { verdict, isRefused, responses, plan } = observation;
  const isPaidFor = ordersOf(observation).some(isPaid);
  if (verdict === 'yes' || isRefused || (verdict === 'no' && (isPaidFor || !isOrdinary(plan.action)))) return undefined;
  return {
    oracle: 'refused-without-reason',
    title: `The ${kindOf(observation)} does not succeed, even after the faults have stopped`,
    truth: isPaidFor
      ? 'The order is paid, but the customer cannot find that out.'
      : `The API has not refused it; the last response to the customer was ${responses.at(-1)!.text}.`,
  };
};

const paidTwice: Check = observation => {
  const paid = ordersOf(observation).filter(isPaid);
  if (paid.length < 2) return undefined;
  return {
    oracle: 'paid-twice',
    title: 'The customer has paid twice',
    truth: `${paid.map(({ order_id }) => order_id).join(' and ')} are paid.`,
  };
};

const term: Check = (observation, { choosesYears }) => {
  const { years } = observation.purchase;
  const wrong = ordersOf(observation).find(order => isPaid(order) && order.years !== years);
  if (!choosesYears[observation.plan.action.name] || !wrong) return undefined;
  const title = `The customer asked for ${yearsOf(years)}, but has paid for ${yearsOf(wrong.years)}`;
  return { oracle: 'wrong-term', title, truth: `${wrong.order_id} is for ${yearsOf(wrong.years)}.` };
};

const yearsOf = (years: number): string => (years === 1 ? '1 year' : `${years} years`);

/** Identifies a call. A call of a facade can have a different operation at each attempt: the last that was started. */
const callOf = ({ facade, operation, method, path }: Request): string | null =>
  facade === null ? operation : `${method} ${path}`;

/** Requests of one call during one attempt of the customer. */
const attemptsOf = ({ attempts }: Observation): Request[][] =>
  attempts.flatMap(requests => {
    const calls = new Set(requests.map(callOf));
    return [...calls].map(call => requests.filter(request => callOf(request) === call));
  });

const repeatedFinalError: Check = observation =>
  attemptsOf(observation).map(requests => {
    const first = requests.findIndex(isFinalError);
    const { code, operation } = requests[first] ?? {};
    const again = requests.slice(first + 1);
    if (first < 0 || again.length === 0) return undefined;
    return {
      oracle: 'repeated-final-error',
      subject: operation!,
      title: `The shop repeats ${operation} after ${code}, which is final`,
      truth: `${again.length} more ${again.length === 1 ? 'request' : 'requests'} followed the response ${code}.`,
    };
  });

/** `Retry-After` of simulated `RATE_LIMITED` errors, in milliseconds. */
const RETRY_AFTER = 1_000;
/** Tolerance in milliseconds: the start of a request is computed from the time of its response, and rounded. */
const TOLERANCE = 100;

const retryAfter: Check = observation =>
  attemptsOf(observation).map(requests => {
    const pair = requests
      .slice(1)
      .map((next, index) => ({ limited: requests[index]!, wait: startOf(next) - Date.parse(requests[index]!.at) }))
      .find(({ limited, wait }) => limited.code === 'RATE_LIMITED' && wait < RETRY_AFTER - TOLERANCE);
    if (!pair) return undefined;
    return {
      oracle: 'retry-after',
      subject: pair.limited.operation!,
      title: `The shop does not wait as long as Retry-After says before it repeats ${pair.limited.operation}`,
      truth: `It waited ${Math.max(0, Math.round(pair.wait))} ms of ${RETRY_AFTER}.`,
    };
  });

const startOf = ({ at, duration_ms }: Request): number => Date.parse(at) - duration_ms;

const tooManyAttempts: Check = observation =>
  attemptsOf(observation).map(requests => {
    if (requests.length <= MAX_ATTEMPTS) return undefined;
    const { operation } = requests[0]!;
    return {
      oracle: 'too-many-attempts',
      subject: operation!,
      title: `The shop sends ${operation} more than ${MAX_ATTEMPTS} times for one request of a customer`,
      truth: `It sent ${requests.length} requests.`,
    };
  });

const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

const INVALID: Record<string, string> = {
  forged: 'that Nameyard has not sent',
  stale: 'that is ten minutes old',
  'bad-signature': 'with a wrong signature',
};

const invalidWebhooks: Check = ({ webhooks }) => {
  const accepted = webhooks.filter(({ isValid, status }) => !isValid && isAccepted(status));
  return [...new Set(accepted.map(({ effect }) => effect!))].map(effect => ({
    oracle: 'invalid-webhook-accepted',
    subject: effect,
    title: `The shop accepts a webhook ${INVALID[effect]}`,
    truth: `It answered ${accepted.find(webhook => webhook.effect === effect)!.status}.`,
  }));
};

const validWebhooks: Check = ({ webhooks, truth: { deliveries } }) => {
  const refused = deliveries.find(isUndeliverable);
  if (!refused) return undefined;
  const statuses = webhooks
    .filter(({ eventId, isValid }) => isValid && eventId === refused.event_id)
    .map(({ status }) => status ?? 'no answer');
  return {
    oracle: 'valid-webhook-refused',
    subject: refused.event,
    title: `The shop does not accept the webhook ${refused.event}`,
    truth: `${refused.attempts} attempts failed${statuses.length > 0 ? `: ${statuses.join(', ')}` : ''}.`,
  };
};

const MAX_SHOWN = 3;

const state: Check = ({ state: actual, plan, verdict }, { reference }) => {
  if (actual === undefined || !reference || verdict === 'again') return undefined;
  if (plan.steps.some(({ id, advance }) => id === 'second-tab' || advance !== undefined)) return undefined;
  const differences = compare(reference.state, actual, reference.ignored);
  if (differences.length === 0) return undefined;
  const shown = differences.slice(0, MAX_SHOWN).map(describe);
  return {
    oracle: 'state',
    subject: [...new Set(differences.map(({ path }) => path))].join(' '),
    title: `The state of the purchase is not the same as without faults: ${shown[0]}`,
    truth: `${shown.join('; ')}${differences.length > MAX_SHOWN ? '; and more' : ''}.`,
  };
};

/** The registry has refused a paid registration, and refunded it. */
const failureUnnoticed: Check = (observation, { accepted }) => {
  const { state: actual, stateBeforeDecision, truth, verdict } = observation;
  const refunded = truth.orders.find(({ status }) => status === 'refunded');
  if (!mayFailLater(observation) || verdict !== 'yes' || !refunded || actual === undefined) return undefined;
  const ignored = accepted?.ignored ?? new Set<string>();
  const isSame = (state: Value | undefined) => state !== undefined && compare(state, actual, ignored).length === 0;
  if (!looksGood(actual) || !(isSame(stateBeforeDecision) || isSame(accepted?.state))) return undefined;
  return {
    oracle: 'failure-unnoticed',
    title: 'The registry has refused a paid registration, but the shop does not show it',
    truth: `${refunded.order_id} is refunded: ${refunded.reason}.`,
  };
};

const GOOD_WORD =
  /^(?:accepted|active|complete|completed|confirmed|done|ok|open|ordered|paid|pending|processing|registered|succeeded|success|waiting)$/i;
const MONEY = /charge|paid|payment/i;

/** Whether a state has a word for success, or says that the customer has paid. */
function looksGood(value: Value, name = ''): boolean {
  if (typeof value === 'string') return GOOD_WORD.test(value);
  if (typeof value === 'number') return MONEY.test(name) && value > 0;
  if (typeof value === 'boolean') return value && (MONEY.test(name) || GOOD_WORD.test(name));
  return value !== null && Object.entries(value).some(([member, one]) => looksGood(one as Value, member));
}

const describe = ({ path, expected, actual }: Difference): string =>
  `${path.replace(/^body\.?/, '') || 'the response'} is ${textOf(actual)} instead of ${textOf(expected)}`;

const textOf = (value: Value | undefined): string =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, 80);

const CHECKS: Check[] = [
  paidTwice,
  toldNo,
  toldYes,
  term,
  state,
  failureUnnoticed,
  refusedWithoutReason,
  invalidWebhooks,
  validWebhooks,
  repeatedFinalError,
  retryAfter,
  tooManyAttempts,
];
