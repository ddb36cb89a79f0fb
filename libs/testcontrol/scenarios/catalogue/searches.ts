import type { Decision } from '#domains';
import type { Scenario } from '../../contract.js';
import { DOMAIN, PENDING, pending, registered, search, TAKEN, UNIQUE } from './calls.js';

type RuleId<D> = D extends Decision ? `${D['availability']}.${D['rule']}` : never;

interface Example {
  title: string;
  domain: string;
  given?: Scenario['given'];
}

/** A domain for each rule of the catalogue. */
const EXAMPLES: Record<RuleId<Decision>, Example> = {
  'available.default': { title: 'A domain to which no other rule applies is available', domain: DOMAIN },
  'premium.word': { title: 'The word premium makes a domain premium', domain: `${UNIQUE}-premium.com` },
  'premium.short-label': { title: 'A label of two characters makes a domain premium', domain: 'x9.gg' },
  'taken.reserved-name': { title: 'A well-known name is taken under every TLD', domain: 'google.com' },
  'taken.word': { title: 'The word taken makes a domain taken', domain: TAKEN },
  'taken.registered': {
    title: 'A domain that the tenant has registered is taken',
    domain: DOMAIN,
    given: registered(),
  },
  'taken.pending': {
    title: 'A domain whose registration is pending is taken',
    domain: PENDING,
    given: pending(),
  },
};

/** One scenario per search rule. */
export const searchScenarios = (): Scenario[] =>
  Object.entries(EXAMPLES).map(([name, { title, domain, given = [] }]) => {
    const [status, rule] = name.split('.');
    return {
      id: `search.${name}`,
      title,
      operation: 'search',
      given,
      request: search(domain),
      expect: { status: 200, data: { query: domain, status, meta: { rule } } },
    };
  });
