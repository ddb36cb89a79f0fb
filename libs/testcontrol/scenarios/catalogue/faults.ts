import { hasEffect, type OperationName, OPERATIONS } from '#identity/access';
import type { Ending, Scenario, ScenarioCall } from '../../contract.js';
import { EFFECTS, type Effect, type Fault } from '../../model/fault.js';
import { addFault, domainOf, faulted, idempotent, REPLAYED, SUCCESSES, withFault } from './calls.js';

type Scenarios = (operation: OperationName) => Scenario[];

/** The scenarios of each kind of fault. */
const BY_KIND: Record<Fault['kind'], Scenarios> = {
  error: operation => [
    scenario(operation, 'error', {
      title: 'The response is an error, and nothing happens',
      fault: 'error;code=INTERNAL_ERROR',
      expect: faulted({ status: 500, code: 'INTERNAL_ERROR', ...eventsOf(operation, 'before') }),
    }),
    scenario(operation, 'error-after', {
      title: 'The request takes effect, and the response is an error',
      fault: 'error;code=GATEWAY_TIMEOUT;phase=after',
      expect: faulted({ status: 504, code: 'GATEWAY_TIMEOUT', ...eventsOf(operation, 'after') }),
    }),
    byRule(operation),
  ],
  delay: operation => [
    scenario(operation, 'delay', {
      title: 'The request takes effect, and the response comes late',
      fault: 'delay;ms=300',
      expect: faulted(SUCCESSES[operation].expect),
    }),
  ],
  hang: operation => lost(operation, 'hang', { outcome: 'timeout', ending: 'no response comes' }),
  reset: operation => lost(operation, 'reset', { outcome: 'reset', ending: 'the connection is reset' }),
  truncate: operation => [
    scenario(operation, 'truncate', {
      title: 'The request takes effect, and the response breaks off',
      fault: 'truncate;bytes=10',
      expect: { outcome: 'truncated', ...eventsOf(operation, 'after') },
    }),
  ],
  webhook: operation => (operation === 'checkout' ? EFFECTS.map(effect => announcedWith(effect)) : []),
};

/** A title for each effect on the webhook of a checkout, and its parameters. Only a receiver sees the effect. */
const ALTERED: Record<Effect, { title: string; parameters?: string }> = {
  duplicate: { title: 'The event is announced, and receivers get its webhook three times', parameters: ';times=3' },
  delay: { title: 'The event is announced, and receivers get its webhook later', parameters: ';seconds=2' },
  withhold: { title: 'The event is announced, and receivers get no webhook' },
  'bad-signature': { title: 'The event is announced, and the first attempt of its webhook has a wrong signature' },
  stale: { title: 'The event is announced, and the first attempt of its webhook has an old timestamp' },
  reorder: { title: 'The event is announced, and receivers get its webhook after that of the next event' },
};

const announcedWith = (effect: Effect): Scenario =>
  scenario('checkout', `webhook-${effect}`, {
    title: ALTERED[effect].title,
    fault: `webhook;effect=${effect}${ALTERED[effect].parameters ?? ''}`,
    expect: faulted(SUCCESSES.checkout.expect),
  });

/** Every fault of every operation, and retries after a lost response. */
export const faultScenarios = (): Scenario[] =>
  OPERATIONS.flatMap(operation =>
    Object.values(BY_KIND)
      .flatMap(scenariosOf => scenariosOf(operation))
      .concat(retry(operation)),
  );

interface Terms extends Pick<Scenario, 'title' | 'expect'> {
  /** Value of the header. */
  fault: string;
}

function scenario(operation: OperationName, name: string, { title, fault, expect }: Terms): Scenario {
  const { given, request } = SUCCESSES[operation];
  return { id: `${operation}.fault.${name}`, title, operation, given, request: withFault(request, fault), expect };
}

const lost = (
  operation: OperationName,
  kind: 'hang' | 'reset',
  { outcome, ending }: { outcome: Ending; ending: string },
): Scenario[] => [
  scenario(operation, kind, {
    title: `Nothing happens, and ${ending}`,
    fault: kind,
    expect: { outcome, ...eventsOf(operation, 'before') },
  }),
  scenario(operation, `${kind}-after`, {
    title: `The request takes effect, and ${ending}`,
    fault: `${kind};phase=after`,
    expect: { outcome, ...eventsOf(operation, 'after') },
  }),
];

/** Expected events: those of a success if the operation takes effect, else none. Not checked for operations without events. */
function eventsOf(operation: OperationName, phase: 'before' | 'after'): { events?: string[] } {
  const { events } = SUCCESSES[operation].expect;
  return events ? { events: phase === 'after' ? events : [] } : {};
}

/** A fault from a rule, for clients that cannot send headers. */
function byRule(operation: OperationName): Scenario {
  const { given, request } = SUCCESSES[operation];
  const rule = addFault({
    match: { operation, domain: domainOf(operation) },
    fault: { kind: 'error', code: 'SERVICE_UNAVAILABLE' },
    expires_in: 'PT1M',
  });
  return {
    id: `${operation}.fault.rule`,
    title: 'A rule makes a request without a header fail',
    operation,
    given: [...given, rule],
    request,
    expect: {
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '1', 'sandbox-faulted': `{{given.${given.length}.data.id}}` },
    },
  };
}

/** The same request again, after its first response was lost. */
function retry(operation: OperationName): Scenario {
  const { given, request: once, expect } = SUCCESSES[operation];
  const isIdempotent = hasEffect(operation);
  const request = isIdempotent ? idempotent(once) : once;
  const first: ScenarioCall = {
    ...withFault(request, 'reset;phase=after'),
    expect: { outcome: 'reset', ...eventsOf(operation, 'after') },
  };
  return {
    id: `${operation}.retry`,
    title: 'A retry after a lost response gets the result of the first request',
    operation,
    given: [...given, first],
    request,
    expect: { ...expect, ...(isIdempotent && { headers: REPLAYED }), ...eventsOf(operation, 'before') },
  };
}
