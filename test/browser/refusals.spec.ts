import { ADA } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { tenantPath } from '../support/portal-client.js';
import { describeWith } from '../support/requirements.js';
import { countClicks } from './count-clicks.js';
import { visitPortal } from './visit-portal.js';

describeWith('chromium', 'Refused requests in the portal', () => {
  const visit = visitPortal();

  /** Waits until requests with a code are in the log, and opens the overview. */
  async function startAtOverview(path: string): Promise<() => Promise<number>> {
    await eventually(async () => {
      const { body } = await visit.operator.get(tenantPath(visit.client, path));
      expect(body.data.requests).not.toEqual([]);
    });
    const developer = await visit.sandbox.person({ role: 'developer', tenants: [visit.client] });
    await visit.enter('', developer);
    await visit.window.seesHeading('Overview');
    return countClicks(visit.window.page);
  }

  it('names the permission that a key lacks, and adds it, in three clicks', async () => {
    const { sandbox, client, window } = visit;
    const shop = await sandbox.key(client.tenant, { permissions: ['sandbox.search'] });
    const order = () => shop.order({ domain: 'no-permission.com', years: 1, owner: ADA });
    await order();
    const clicks = await startAtOverview('/requests?code=PERMISSION_DENIED');
    await window.page
      .getByRole('link', { name: /sandbox\/domains\/order/ })
      .first()
      .click();
    const advice = window.page.getByRole('region', { name: 'What to do' });
    await advice.getByText('sandbox.order', { exact: true }).waitFor();
    expect(await window.violations()).toEqual([]);
    await advice.getByRole('button', { name: 'Add sandbox.order to this key' }).click();
    await advice.getByText('has the permissions of this route now').waitFor();
    expect(await clicks()).toBeLessThanOrEqual(3);
    expect(await order()).toMatchObject({ status: 201 });
  });

  it('shows on the page of a key which permission it lacks', async () => {
    const { sandbox, client, window } = visit;
    const shop = await sandbox.key(client.tenant, { permissions: ['sandbox.search'] });
    await shop.order({ domain: 'no-permission.com', years: 1, owner: ADA });
    await startAtOverview('/requests?code=PERMISSION_DENIED');
    await window.go(`/t/${client.tenant.slug}/keys/${shop.key.id}`);
    await window.page.getByRole('button', { name: 'Add sandbox.order to this key' }).waitFor();
    expect(await window.violations()).toEqual([]);
  });

  it('shows errors of fields that a form does not have', async () => {
    const { page } = visit.window;
    const details = ['email', 'device'].map(field => ({ field, message: 'must be known' }));
    const error = { code: 'VALIDATION_FAILED', message: 'Invalid fields: email, device.', details };
    await page.route('**/portal/api/session', route =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { success: false, data: null, error } })
        : route.continue(),
    );
    await visit.enter();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual(['Must be known.', 'device must be known.']);
  });

  it('tells who used up the limit of a key', async () => {
    const { sandbox, client, window } = visit;
    const shop = await sandbox.key(client.tenant, { limit: 3 });
    for (const agent of ['shop/1', 'import/2', 'import/2', 'import/2'])
      await shop.search({ domain: 'limited.com' }, { 'User-Agent': agent });
    const clicks = await startAtOverview('/requests?code=RATE_LIMITED');
    await window.page
      .getByRole('row', { name: /sandbox\/domains\/search 429/ })
      .getByRole('link')
      .first()
      .click();
    const advice = window.page.getByRole('region', { name: 'What to do' });
    await advice.getByText('The key may send 3 requests per minute.').waitFor();
    await advice.getByRole('row', { name: /import\/2 3 1$/ }).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(3);
    expect(await window.violations()).toEqual([]);
  });

  it('tells why a request with an invalid key was answered with 401', async () => {
    const { sandbox, client, window, operator } = visit;
    const revoked = await sandbox.key(client.tenant);
    await operator.post(tenantPath(client, `/keys/${revoked.key.id}/revoke`));
    await revoked.search({ domain: 'a.com' });
    const clicks = await startAtOverview('/unauthenticated');
    await window.page.getByRole('link', { name: 'Requests', exact: true }).click();
    await window.page.getByRole('link', { name: 'Unauthenticated' }).click();
    await window.page.getByRole('button', { name: 'Revoked key' }).click();
    const advice = window.page.getByRole('region', { name: 'What to do' });
    await advice.getByText('The key is revoked.').waitFor();
    await advice.getByRole('link', { name: 'Create key' }).waitFor();
    expect(await clicks()).toBeLessThanOrEqual(3);
    expect(await window.violations()).toEqual([]);
  });
});
