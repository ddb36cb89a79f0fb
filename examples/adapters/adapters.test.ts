import { fixtures } from 'nameyard/vitest';
import { test as base, describe, expect } from 'vitest';
import { FossBillingAdapter, type RegistrarDomain } from './fossbilling.js';
import { InProgress, Rejected } from './purchase.js';
import { UpmindAdapter } from './upmind.js';

const test = base.extend(fixtures);

describe('Upmind', () => {
  const registrant = { name: 'Ada King Lovelace', email: 'ada@example.com', country_code: 'GB' };
  const of = (sld: string) => ({ sld, tld: 'com', renew_years: 1, epp_code: 'EPP-1', registrant });

  test('registers, reads, changes and renews a domain', async ({ world }) => {
    const upmind = new UpmindAdapter(world.client);
    const shop = { sld: 'my-shop', tld: 'com' };
    const nameservers = { ns1: { host: 'ns1.shop.example' }, ns2: { host: 'ns2.shop.example' } };
    const { domains } = await upmind.domainAvailabilityCheck({ sld: 'my-shop', tlds: ['com', 'example'] });
    expect(domains).toMatchObject([{ domain: 'my-shop.com', can_register: true }, { can_register: false }]);
    expect(await upmind.poll({ limit: 10 })).toEqual({ notifications: [] });
    const registered = await upmind.register({ ...of('my-shop'), nameservers });
    expect(registered).toMatchObject({
      domain: 'my-shop.com',
      statuses: ['registered'],
      registrant: { name: 'Ada King Lovelace', country_code: 'GB' },
      ns: nameservers,
    });
    expect(await upmind.register(of('my-shop'))).toEqual(registered);
    expect(
      await upmind.updateNameservers({ ...shop, ...nameservers, ns3: { host: 'ns3.shop.example' } }),
    ).toMatchObject({
      ns3: { host: 'ns3.shop.example' },
    });
    expect(await upmind.updateRegistrantContact({ ...shop, contact: { ...registrant, city: 'London' } })).toMatchObject(
      {
        city: 'London',
      },
    );
    expect(await upmind.setAutoRenew({ ...shop, auto_renew: true })).toMatchObject({ auto_renew: true });
    expect(await upmind.setLock({ ...shop, lock: false })).toMatchObject({ locked: false });
    expect(await upmind.getEppCode(shop)).toEqual({ epp_code: expect.stringMatching(/^\w{16}$/) });
    const renewed = await upmind.renew({ ...shop, renew_years: 1 });
    expect(renewed.expires_at > registered.expires_at).toBe(true);
    await expect(upmind.updateIpsTag()).rejects.toThrow('no IPS tags');
    await expect.poll(async () => (await upmind.poll({ limit: 1 })).notifications).toMatchObject([{ type: 'renewed' }]);
  });

  test('goes on with a pending registration', async ({ world }) => {
    const upmind = new UpmindAdapter(world.client);
    await expect(upmind.register(of('my-pending-shop'))).rejects.toBeInstanceOf(InProgress);
    // Also after a restart of the billing system.
    await expect(new UpmindAdapter(world.client).register(of('my-pending-shop'))).rejects.toBeInstanceOf(InProgress);
    await world.decide('my-pending-shop.com', 'registered');
    expect(await upmind.register(of('my-pending-shop'))).toMatchObject({ statuses: ['registered'] });
    await world.verify({ request: { operation: 'order' }, times: 1 });
  });

  test('reports required actions and rejections', async ({ world }) => {
    const upmind = new UpmindAdapter(world.client);
    const register = () => upmind.register(of('my-rejected-shop'));
    await expect(register()).rejects.toBeInstanceOf(InProgress);
    await world.decide('my-rejected-shop.com', 'action_required', 'documents missing');
    await expect(register()).rejects.toThrow('requires action: documents missing');
    await world.decide('my-rejected-shop.com', 'failed');
    await expect(register()).rejects.toBeInstanceOf(Rejected);
    await expect(upmind.register(of('my-taken-shop'))).rejects.toMatchObject({ code: 'DOMAIN_TAKEN' });
  });

  test('transfers a domain in two steps, and in one', async ({ world }) => {
    const upmind = new UpmindAdapter(world.client);
    await upmind.poll({ limit: 10 });
    const taken = of('my-taken-shop');
    await expect(upmind.transfer({ ...taken, epp_code: 'wrong' })).rejects.toMatchObject({ code: 'INVALID_AUTH_CODE' });
    const { transfer_status, transfer_order_id = '' } = await upmind.initiateTransfer(taken);
    expect(transfer_status).toBe('in_progress');
    const finish = () => upmind.finishTransfer({ ...taken, transfer_order_id });
    await expect(finish()).rejects.toBeInstanceOf(InProgress);
    await world.advance('P5D');
    expect(await finish()).toMatchObject({ domain: 'my-taken-shop.com' });
    expect(await upmind.initiateTransfer(taken)).toMatchObject({ transfer_status: 'complete' });
    await expect
      .poll(async () => (await upmind.poll({ limit: 9 })).notifications)
      .toMatchObject([{ type: 'transfer_in' }]);

    const rejected = of('rejected-taken');
    await expect(upmind.transfer(rejected)).rejects.toBeInstanceOf(InProgress);
    await world.advance('P5D');
    await expect(upmind.transfer(rejected)).rejects.toThrow('registrar_rejected');
  });
});

describe('FOSSBilling', () => {
  const contactRegistrar = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', zip: 'W1' };
  const of = (sld: string): RegistrarDomain => ({
    sld,
    tld: '.com',
    registrationPeriod: 1,
    epp: 'EPP-1',
    contactRegistrar,
  });

  test('registers, reads, changes, renews and deletes a domain', async ({ world }) => {
    const fossbilling = new FossBillingAdapter(world.client);
    const shop = of('my-shop');
    expect(Object.keys(FossBillingAdapter.getConfig().form)).toEqual(['baseUrl', 'tenant', 'apiKey']);
    expect(await fossbilling.isDomainAvailable(shop)).toBe(true);
    expect(await fossbilling.registerDomain(shop)).toBe(true);
    expect(await fossbilling.isDomainAvailable(shop)).toBe(false);
    expect(await fossbilling.isDomaincanBeTransferred(shop)).toBe(false);
    const before = await fossbilling.getDomainDetails(shop);
    expect(before).toMatchObject({ locked: true, privacyEnabled: false, contactRegistrar });
    const ns = ['ns1.shop.example', 'ns2.shop.example'];
    await fossbilling.modifyNs({ ...shop, ns });
    await fossbilling.modifyContact({ ...shop, contactRegistrar: { ...contactRegistrar, city: 'London' } });
    await fossbilling.enablePrivacyProtection(shop);
    await fossbilling.unlock(shop);
    expect(await fossbilling.getEpp(shop)).toMatch(/^\w{16}$/);
    const after = await fossbilling.getDomainDetails(shop);
    expect(after).toMatchObject({ ns, privacyEnabled: true, locked: false, contactRegistrar: { city: 'London' } });
    await fossbilling.disablePrivacyProtection(shop);
    await fossbilling.lock(shop);
    await fossbilling.renewDomain(shop);
    const renewed = await fossbilling.getDomainDetails(shop);
    expect(renewed).toMatchObject({ privacyEnabled: false, locked: true });
    expect(renewed.expirationTime).toBeGreaterThan(before.expirationTime!);
    expect(await fossbilling.deleteDomain(shop)).toBe(true);
    expect(await fossbilling.isDomainAvailable(shop)).toBe(true);
  });

  test('goes on with pending orders, and reports required actions and rejections', async ({ world }) => {
    const fossbilling = new FossBillingAdapter(world.client);
    const pending = of('my-pending-shop');
    await expect(fossbilling.registerDomain(pending)).rejects.toBeInstanceOf(InProgress);
    await world.decide('my-pending-shop.com', 'action_required');
    await expect(fossbilling.registerDomain(pending)).rejects.toThrow('requires action');
    await world.decide('my-pending-shop.com', 'registered');
    expect(await fossbilling.registerDomain(pending)).toBe(true);

    const rejected = of('my-rejected-shop');
    await expect(fossbilling.registerDomain(rejected)).rejects.toBeInstanceOf(InProgress);
    await world.advance('PT10S');
    await expect(fossbilling.registerDomain(rejected)).rejects.toBeInstanceOf(Rejected);
  });

  test('transfers a domain', async ({ world }) => {
    const fossbilling = new FossBillingAdapter(world.client);
    const taken = of('my-taken-shop');
    expect(await fossbilling.isDomaincanBeTransferred(taken)).toBe(true);
    await expect(fossbilling.transferDomain({ ...taken, epp: 'wrong' })).rejects.toMatchObject({
      code: 'INVALID_AUTH_CODE',
    });
    await expect(fossbilling.transferDomain(taken)).rejects.toBeInstanceOf(InProgress);
    await world.decide('my-taken-shop.com', 'registered');
    expect(await fossbilling.transferDomain(taken)).toBe(true);
    await expect(fossbilling.transferDomain(of('rejected-taken'))).rejects.toBeInstanceOf(InProgress);
    await world.decide('rejected-taken.com', 'failed');
    await expect(fossbilling.transferDomain(of('rejected-taken'))).rejects.toBeInstanceOf(Rejected);
  });
});
