import { setTimeout as sleep } from 'node:timers/promises';
import { DNSimple, RequestError } from 'dnsimple';

const { BUG, DNSIMPLE_TOKEN = process.env.NAMEYARD_KEY, NAMEYARD_URL } = process.env;
const baseUrl = process.env.DNSIMPLE_URL ?? `${new URL(NAMEYARD_URL).origin}/facades/dnsimple`;
if (BUG && BUG !== 'lost-answer') throw new Error('BUG must be lost-answer or empty.');

const client = new DNSimple({ baseUrl, accessToken: DNSIMPLE_TOKEN, timeout: 5_000 });

const MAX_ATTEMPTS = 4;
/** The client does not show Retry-After. */
const PAUSE_AFTER_LIMIT_MS = 1_100;
const FIRST_PAUSE_MS = 100;

/** The registrar has refused a call, and will refuse it again. */
export class Refused extends Error {
  constructor({ status, data }) {
    super(data?.message ?? 'The registrar has refused the purchase.');
    this.status = status;
  }
}

/** Nobody knows the result, or a later attempt can succeed. */
export class Unavailable extends Error {}

/** A real shop stores them in its database. */
const purchases = new Map();

/** Buys once, however often a form with the same token is sent. */
export async function buy({ token, ...terms }) {
  if (!purchases.has(token)) purchases.set(token, { ...terms, state: 'open' });
  const purchase = purchases.get(token);
  if (purchase.state !== 'open') return purchase;
  // Another click waits for the result of the first.
  await (purchase.running ??= settle(purchase).finally(() => (purchase.running = undefined)));
  return purchase;
}

async function settle(purchase) {
  try {
    purchase.account ??= await repeat(async () => (await client.identity.whoami()).data.account.id);
    // Each purchase has a contact of its own, which tells whose registration it is.
    purchase.contact ??= await repeat(
      async () => (await client.contacts.createContact(purchase.account, contactOf(purchase))).data.id,
    );
    purchase.state = await repeat(() => register(purchase));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    purchase.state = 'refused';
    purchase.refusal = { status: error.status, message: error.message };
  }
}

const contactOf = ({ email }) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email,
  phone: '+44 20 7946 0958',
  address1: '12 Queen Square',
  city: 'London',
  state_province: 'Greater London',
  postal_code: 'WC1N 3AR',
  country: 'GB',
});

/** Registers a domain, unless an earlier attempt has, whose answer was lost. */
async function register(purchase) {
  const { account, contact, domain } = purchase;
  if (purchase.isAttempted) {
    const { data } = await client.domains.listDomains(account, { name_like: domain });
    const held = data.find(({ name, registrant_id }) => name === domain && registrant_id === contact);
    if (held) return held.state;
  }
  const { data: prices } = await client.registrar.getDomainPrices(account, domain);
  const premium_price = prices.premium ? String(prices.registration_price) : undefined;
  purchase.isAttempted = true;
  const { data } = await client.registrar.registerDomain(account, domain, { registrant_id: contact, premium_price });
  return data.state;
}

/** Repeats a call after a failure that can pass. */
async function repeat(call) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      return await call();
    } catch (error) {
      const isAnswered = error instanceof RequestError;
      if (isAnswered && error.status < 500 && error.status !== 429) throw new Refused(error);
      if (!isAnswered && BUG === 'lost-answer') throw new Refused({ status: 402 });
      // Also after the last attempt: the customer may try again at once.
      await sleep(error.status === 429 ? PAUSE_AFTER_LIMIT_MS : FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
  throw new Unavailable('There was no answer from the registrar.');
}
