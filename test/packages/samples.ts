/** Code of a consumer that is type-checked, not run. */
export const TYPED = `
import { type Body, type Data, DomainTakenError, Nameyard } from '@nameyard/client';
import { unwrap } from '@nameyard/client/webhooks';
import { connectNameyard, startNameyard, VerificationError, type World } from 'nameyard/testing';
import setUpJest, { useWorld } from 'nameyard/jest';
import setUpPlaywright, { fixtures as playwright } from 'nameyard/playwright';
import setUpVitest, { fixtures } from 'nameyard/vitest';

const nameyard = new Nameyard({ baseUrl: 'http://localhost/api/v1', tenant: 'demo', apiKey: 'key', timeout: undefined });
export async function check(order: Body<'placeOrder'>): Promise<Data<'checkOut'>> {
  const { order_id } = await nameyard.domains.order(order, { idempotencyKey: 'x' });
  for await (const { domain } of nameyard.registrations.list({ status: 'registered' })) domain satisfies string;
  // @ts-expect-error -- not an operation of the client
  await nameyard.domains.transfer('x.com');
  // @ts-expect-error -- years are required
  await nameyard.domains.renew({ domain: 'x.com' });
  return nameyard.domains.checkout({ order_id, payment: { method: 'test', reference: 'r' } });
}
export async function handle(body: string, headers: Headers): Promise<number> {
  const event = await unwrap(body, headers, ['whsec_x']);
  return event.type === 'domain.registered' ? event.data.years : 0;
}
export const codeOf = (error: unknown) => (error instanceof DomainTakenError ? error.code satisfies 'DOMAIN_TAKEN' : '');

export async function test(): Promise<boolean> {
  await using server = await startNameyard({ port: undefined, env: { LOG_LEVEL: 'info' } });
  const world: World = await server.world({ ttl: 'PT5M' });
  await world.fault({ match: { operation: 'checkout' }, fault: { kind: 'reset', phase: 'after' } });
  await world.fault({ match: { event: 'domain.expired' }, fault: { kind: 'webhook', effect: 'duplicate', times: 3 } });
  // @ts-expect-error -- an error needs a code
  await world.fault({ fault: { kind: 'error' } });
  // @ts-expect-error -- a parameter of another kind
  await world.fault({ fault: { kind: 'hang', ms: 3 } });
  // @ts-expect-error -- a delay of a webhook needs seconds
  await world.fault({ fault: { kind: 'webhook', effect: 'delay' } });
  // @ts-expect-error -- a request or a delivery is required
  await world.verify({});
  // @ts-expect-error -- distinct counts requests, not deliveries
  await world.verify({ delivery: {}, distinct: { idempotency_keys: 1 } });
  await world.restore(await world.snapshot());
  const receiver = await world.receiver();
  const event = await receiver.next('domain.registered', { domain: 'x.com', within: 5_000 });
  event.data.years satisfies number;
  // @ts-expect-error -- not an event
  await receiver.next('domain.stolen');
  receiver.answer(500);
  const { satisfied } = await world.verify({ request: { operation: 'checkout' }, times: 2 });
  return satisfied && (await connectNameyard()).tenant === VerificationError.name;
}
setUpJest satisfies () => Promise<void>;
setUpVitest satisfies () => Promise<() => Promise<void>>;
setUpPlaywright satisfies () => Promise<() => Promise<void>>;
export const fixturesOfRunners = [useWorld, playwright.world, fixtures.world];
`;

/** Prints the result of a purchase with both packages, each once as ESM and once as CommonJS, at a running server. */
export const PURCHASE = `
import { createRequire } from 'node:module';
import * as kit from 'nameyard/testing';
import { DomainTakenError, Nameyard, TimeoutError } from '@nameyard/client';

const require = createRequire(import.meta.url);
const required = require('nameyard/testing');
const client = require('@nameyard/client');
const entries = await Promise.all(['testing', 'vitest', 'jest', 'playwright'].map(async name => {
  const [esm, cjs] = [await import('nameyard/' + name), require('nameyard/' + name)];
  return Object.keys(cjs).length > 0 && Object.keys(cjs).every(key => esm[key] === cjs[key]);
}));

const owner = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
const nameyard = await required.connectNameyard();
const world = await nameyard.world();
const receiver = await world.receiver();
const order = await world.client.domains.order({ domain: 'kit.com', years: 2, owner });
await world.client.domains.checkout({ order_id: order.order_id, payment: { method: 'test', reference: 'r' } });
const { data } = await receiver.next('domain.registered');
const other = new Nameyard(world);
const taken = await other.domains.order({ domain: 'kit.com', years: 1, owner }).catch(error => error);
const again = await world.client.domains.order({ domain: 'kit.com', years: 1, owner }).catch(error => error);
await world.end();
await nameyard.stop();
console.log(JSON.stringify({
  major: process.versions.node.split('.')[0],
  isOneCopy: [kit.startNameyard === required.startNameyard, Nameyard === client.Nameyard, ...entries],
  registered: [data.domain, data.years],
  // The kit contains a copy of the client.
  isTaken: [taken, again].map(error => error instanceof DomainTakenError && !(error instanceof TimeoutError)),
}));
`;
