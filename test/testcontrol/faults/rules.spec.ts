import { CHECKOUT, type Client, FAULTS } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { addRule, bytesOf, endingOf, order, removeRules, requestRule, rulesOf, search } from '../../support/faults.js';
import { fieldsOf, outcomeOf } from '../../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => void (sandbox = await sharedSandbox()));
beforeEach(async () => void (client = await sandbox.tenant()));

const FAULT = { kind: 'error', code: 'SERVICE_UNAVAILABLE' };

describe('a fault rule', () => {
  it('is returned with its defaults', async () => {
    const added = await addRule(client, { fault: { kind: 'reset' } });
    expect(added).toMatchObject({
      match: {},
      fault: { kind: 'reset', phase: 'before' },
      times: 1,
      skip: 0,
      remaining: 1,
      used: 0,
    });
    expect(Date.parse(added.expires_at) - Date.parse(added.created_at)).toBe(600_000);
    expect(await rulesOf(client)).toEqual([added]);
  });

  it('applies after the skipped requests, and returns its ID in `Sandbox-Faulted`', async () => {
    const { id } = await addRule(client, { match: { operation: 'search' }, fault: FAULT, times: 2, skip: 1 });
    const responses = [await search(client), await search(client), await search(client), await search(client)];
    expect(responses.map(outcomeOf)).toEqual(['200', '503 SERVICE_UNAVAILABLE', '503 SERVICE_UNAVAILABLE', '200']);
    expect(responses.map(({ headers }) => headers['sandbox-faulted'])).toEqual([undefined, id, id, undefined]);
    expect(await rulesOf(client)).toMatchObject([{ id, used: 2, remaining: 0 }]);
  });

  it('applies to all keys of the tenant, and to no other tenant', async () => {
    await addRule(client, { fault: FAULT, times: 2 });
    const other = await sandbox.key(client.tenant, { permissions: ['sandbox.search'] });
    expect(outcomeOf(await search(await sandbox.tenant()))).toBe('200');
    expect(outcomeOf(await search(other))).toBe('503 SERVICE_UNAVAILABLE');
  });

  it('gives way to older rules until they are used up', async () => {
    const codes = ['BAD_GATEWAY', 'GATEWAY_TIMEOUT'];
    for (const code of codes) await addRule(client, { fault: { kind: 'error', code } });
    const outcomes = [await search(client), await search(client), await search(client)].map(outcomeOf);
    expect(outcomes).toEqual(['502 BAD_GATEWAY', '504 GATEWAY_TIMEOUT', '200']);
  });

  it('without an operation applies only where its code is documented', async () => {
    await addRule(client, { fault: { kind: 'error', code: 'DOMAIN_TAKEN' } });
    expect(outcomeOf(await search(client))).toBe('200');
    expect(outcomeOf(await order(client, 'free.com'))).toBe('409 DOMAIN_TAKEN');
  });

  it('matches a check that contains the domain', async () => {
    await addRule(client, { match: { operation: 'check', domain: 'shop.*' }, fault: FAULT });
    expect(outcomeOf(await client.search({ domain: 'shop.com' }))).toBe('200');
    expect(outcomeOf(await client.check({ domains: ['my-shop.com', 'nope'] }))).toBe('200');
    expect(outcomeOf(await client.check({ domains: ['my-shop.com', 'SHOP.com'] }))).toBe('503 SERVICE_UNAVAILABLE');
  });

  it.each([
    ['Shop.com', ['shop.com', 'SHOP.com'], ['myshop.com', 'shop.org']],
    ['*.com', ['a.com', 'b-c.com'], ['a.org', 'com.org']],
    ['shop-*', ['shop-a.com', 'shop-b.org'], ['a-shop.com']],
    ['münchen.com', ['münchen.com', 'xn--mnchen-3ya.com'], ['munchen.com']],
    ['*.COM.', ['a.com'], ['a.org']],
    ['München.*', ['münchen.com', 'MÜNCHEN。org.'], ['munchen.com']],
  ])('for the domain %s applies to %j and not to %j', async (domain, matching, others) => {
    await addRule(client, { match: { domain }, fault: FAULT, times: 10 });
    const outcomes = async (domains: string[]) =>
      Promise.all(domains.map(async name => outcomeOf(await client.search({ domain: name }))));
    expect(new Set(await outcomes(matching))).toEqual(new Set(['503 SERVICE_UNAVAILABLE']));
    expect(new Set(await outcomes(others))).toEqual(new Set(['200']));
  });

  it('matches a checkout by the domain of its order', async () => {
    await addRule(client, { match: { operation: 'checkout', domain: 'pay-*' }, fault: FAULT });
    const [matching, other] = [await client.orderOf('pay-me.com'), await client.orderOf('other.com')];
    expect(outcomeOf(await client.pay('ord_unknown'))).toBe('404 ORDER_NOT_FOUND');
    expect(outcomeOf(await client.pay(other))).toBe('200');
    expect(outcomeOf(await client.pay(matching))).toBe('503 SERVICE_UNAVAILABLE');
    expect(outcomeOf(await client.pay(matching))).toBe('200');
  });

  it('loses the response of a payment that took place', async () => {
    const id = await client.orderOf('lost.com');
    await addRule(client, { match: { operation: 'checkout' }, fault: { kind: 'reset', phase: 'after' } });
    const body = { order_id: id, payment: { method: 'test', reference: 'invoice-7' } };
    expect(await endingOf(sandbox.origin, bytesOf(client, CHECKOUT, body, {}))).toMatchObject({
      text: '',
      code: 'ECONNRESET',
    });
    expect(outcomeOf(await client.checkout(body))).toBe('200');
    expect((await client.getRegistration('lost.com')).status).toBe(200);
  });

  it('ends when it expires', async () => {
    const { id } = await addRule(client, { fault: FAULT, times: 5, expires_in: 'PT1S' });
    expect(outcomeOf(await search(client))).toBe('503 SERVICE_UNAVAILABLE');
    await eventually(async () => expect(await rulesOf(client)).toEqual([]), 5_000);
    expect(outcomeOf(await search(client))).toBe('200');
    expect(outcomeOf(await removeRules(client, id))).toBe('404 FAULT_NOT_FOUND');
  });

  it('ends when it is removed', async () => {
    const { id } = await addRule(client, { fault: FAULT, times: 5 });
    expect((await removeRules(client, id)).body.data).toEqual({ id, removed: true });
    expect(outcomeOf(await search(client))).toBe('200');
    await addRule(client, { fault: FAULT });
    await addRule(client, { fault: FAULT });
    expect((await removeRules(client)).body.data).toEqual({ removed: 2 });
    expect(outcomeOf(await search(client))).toBe('200');
    expect(outcomeOf(await removeRules(client, id))).toBe('404 FAULT_NOT_FOUND');
  });

  it('cannot be seen or removed by another tenant', async () => {
    const { id } = await addRule(client, { fault: FAULT });
    const other = await sandbox.tenant();
    expect((await other.get(FAULTS)).body.data.faults).toEqual([]);
    expect(outcomeOf(await other.raw({ method: 'DELETE', path: `${FAULTS}/${id}` }))).toBe('404 FAULT_NOT_FOUND');
    expect((await other.raw({ method: 'DELETE', path: FAULTS })).body.data.removed).toBe(0);
    expect(await rulesOf(client)).toHaveLength(1);
  });

  it.each([
    [{}, 'VALIDATION_FAILED', ['fault']],
    [{ fault: 'hang' }, 'VALIDATION_FAILED', ['fault']],
    [{ fault: { kind: 'explode' } }, 'INVALID_FAULT', ['fault.kind']],
    [{ fault: { kind: 'hang', ms: 3 } }, 'INVALID_FAULT', ['fault.ms']],
    [{ fault: { kind: 'webhook', effect: 'explode' } }, 'INVALID_FAULT', ['fault.effect']],
    [{ fault: { kind: 'error', code: 'NO_SUCH_CODE' } }, 'INVALID_FAULT', ['fault.code']],
    [
      { match: { operation: 'search' }, fault: { kind: 'error', code: 'DOMAIN_TAKEN' } },
      'INVALID_FAULT',
      ['fault.code'],
    ],
    [{ match: { operation: 'pay' }, fault: FAULT }, 'VALIDATION_FAILED', ['match.operation']],
    [{ match: { domain: 'a*b' }, fault: FAULT }, 'VALIDATION_FAILED', ['match.domain']],
    [{ match: { domain: '*a*' }, fault: FAULT }, 'VALIDATION_FAILED', ['match.domain']],
    [{ match: { domains: 'a' }, fault: FAULT }, 'VALIDATION_FAILED', ['match.domains']],
    [{ fault: FAULT, times: 0 }, 'VALIDATION_FAILED', ['times']],
    [{ fault: FAULT, times: 1001 }, 'VALIDATION_FAILED', ['times']],
    [{ fault: FAULT, skip: -1 }, 'VALIDATION_FAILED', ['skip']],
    [{ fault: FAULT, expires_in: 'PT0S' }, 'VALIDATION_FAILED', ['expires_in']],
    [{ fault: FAULT, expires_in: 'PT24H1S' }, 'VALIDATION_FAILED', ['expires_in']],
    [{ fault: FAULT, expires: 'PT1H' }, 'VALIDATION_FAILED', ['expires']],
  ])('%j is refused with %s', async (body, code, fields) => {
    const response = await requestRule(client, body);
    expect(outcomeOf(response)).toBe(`422 ${code}`);
    expect(fieldsOf(response)).toEqual(fields);
  });
});
