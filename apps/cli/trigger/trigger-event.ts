import { randomBytes } from 'node:crypto';
import { type Body, type Data, Nameyard, NameyardError, type NameyardOptions } from '#client';
import { UsageError } from '#platform/http/errors';

/** The subject of a triggered event. */
export interface Triggered {
  domain: string;
  /** Present time of the clock, if it was moved. */
  now?: string;
}

type Trigger = (client: Nameyard) => Promise<Triggered>;

const OWNER = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  phone: '+44.2071234567',
  address1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};

const DAY_MS = 86_400_000;

/** How many days a registration waits for the verification of its email address. */
const VERIFICATION_DAYS = 15;

const newName = (word = 'plain') => `trigger-${randomBytes(5).toString('hex')}-${word}.com`;

/** The calls that make each event occur for a new domain. */
const TRIGGERS: Record<string, Trigger> = {
  'domain.registered': async client => ({ domain: (await register(client)).domain }),
  'domain.registration_failed': async client => decide(client, await orderPending(client), 'failed'),
  'domain.action_required': async client => decide(client, await orderPending(client), 'action_required'),
  'domain.renewed': async client => {
    const { domain } = await register(client);
    await pay(client, await client.domains.renew({ domain, years: 1 }));
    return { domain };
  },
  'domain.renewal_failed': async client => {
    const { domain, expires_at } = await register(client);
    await client.registrations.update(domain, { auto_renew: true, payment_method: 'test_declined' });
    return advance(client, domain, expires_at, 0);
  },
  'domain.expiring': client => expiring(client, -30),
  'domain.expired': client => expiring(client, 0),
  'domain.released': client => expiring(client, 30),
  'domain.updated': async client => {
    const { domain, locked } = await register(client);
    await client.registrations.update(domain, { locked: !locked });
    return { domain };
  },
  'domain.deleted': async client => {
    const { domain } = await register(client);
    await client.registrations.delete(domain);
    return { domain };
  },
  'domain.verification_due': async client => ({ domain: (await registerUnverified(client)).domain }),
  'domain.verified': async client => {
    const { domain } = await registerUnverified(client);
    await client.control.registry.verify(domain);
    return { domain };
  },
  'domain.suspended': async client => {
    const { domain, registered_at } = await registerUnverified(client);
    return advance(client, domain, registered_at, VERIFICATION_DAYS);
  },
  'domain.transferred_in': async client => decide(client, await orderTransfer(client), 'registered'),
  'domain.transfer_failed': async client => decide(client, await orderTransfer(client), 'failed'),
  'domain.transferred_away': async client => {
    const { domain } = await register(client);
    await client.registrations.update(domain, { locked: false });
    const { auth_code } = await client.registrations.authCode(domain);
    await client.control.registry.transferOut({ domain, auth_code });
    return { domain };
  },
};

/** The types of events that can be triggered. */
export const TRIGGERABLE = Object.keys(TRIGGERS);

/**
 * Makes an event occur for a new domain. The key needs the permission of each call.
 * @throws UsageError when the service does not answer or refuses a call
 */
export const triggerEvent = (type: string, access: NameyardOptions): Promise<Triggered> =>
  TRIGGERS[type]!(new Nameyard(access)).catch((error: unknown) => {
    throw error instanceof NameyardError ? new UsageError(error.message) : error;
  });

type Order = Pick<Data<'placeOrder'>, 'order_id' | 'domain'>;

const checkOut = (client: Nameyard, { order_id }: Order) =>
  client.domains.checkout({ order_id, payment: { method: 'test', reference: order_id } });

/** Pays for an order, and decides it at once if the registry would decide later. */
async function pay(client: Nameyard, order: Order): Promise<void> {
  const { domain_status, domain } = await checkOut(client, order);
  if (domain_status === 'pending') await client.control.registry.decide({ domain, outcome: 'registered' });
}

/** Pays for an order that the registry decides later, and decides it at once. */
async function decide(client: Nameyard, order: Order, outcome: Body<'decideOrder'>['outcome']): Promise<Triggered> {
  const { domain } = await checkOut(client, order);
  await client.control.registry.decide({ domain, outcome });
  return { domain };
}

async function register(client: Nameyard, email = OWNER.email): Promise<Data<'getRegistration'>> {
  const domain = newName();
  await pay(client, await client.domains.order({ domain, years: 1, owner: { ...OWNER, email } }));
  return client.registrations.get(domain);
}

const registerUnverified = (client: Nameyard) => register(client, 'unverified@example.com');

const orderPending = (client: Nameyard) => client.domains.order({ domain: newName('pending'), years: 1, owner: OWNER });

const orderTransfer = (client: Nameyard) =>
  client.domains.transfer({ domain: newName('taken'), owner: OWNER, auth_code: 'trigger-1' });

/** Registers a domain and moves the clock to some days after its expiry, or before if `days` is negative. */
async function expiring(client: Nameyard, days: number): Promise<Triggered> {
  const { domain, expires_at } = await register(client);
  return advance(client, domain, expires_at, days);
}

/** Moves the clock to some days after a time. */
async function advance(client: Nameyard, domain: string, time: string, days: number): Promise<Triggered> {
  const to = new Date(Date.parse(time) + days * DAY_MS).toISOString();
  const { now } = await client.control.clock.advance({ to });
  return { domain, now };
}
