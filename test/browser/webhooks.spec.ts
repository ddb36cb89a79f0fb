import type { Client } from '../support/client.js';
import { copyRegistrations } from '../support/copy-registrations.js';
import { waitFor } from '../support/eventually.js';
import type { PortalClient } from '../support/portal-client.js';
import { TestReceiver } from '../support/receiver.js';
import { describeWith } from '../support/requirements.js';
import type { Sandbox } from '../support/sandbox.js';
import { visitPortal } from './visit-portal.js';
import type { Window } from './window.js';

/** More queued events than the service counts, and some that are sent during the test. */
const MORE_THAN_COUNTED = 10_200;

describeWith('chromium', 'Webhooks in the portal', () => {
  const visit = visitPortal();
  let client: Client;
  let operator: PortalClient;
  let sandbox: Sandbox;
  let window: Window;

  beforeEach(() => void ({ client, operator, sandbox, window } = visit));

  it('guides a new tenant through the first steps to the first webhook', async () => {
    const receiver = await TestReceiver.start();
    try {
      await visit.enter();
      await window.sees('Waiting for your first request');
      await window.page.getByRole('link', { name: 'Send a request' }).click();
      await window.page.getByLabel('Example', { exact: true }).selectOption('Taken domain');
      await window.press('Send');
      await window.page.getByLabel('Response body').getByText('taken').first().waitFor();
      expect(await window.page.getByRole('link', { name: 'Order it' }).count()).toBe(0);
      await window.page.getByLabel('Body', { exact: true }).fill('{"domain": "bücher.com"}');
      await window.press('Send');
      await window.page.getByRole('link', { name: 'Order it' }).click();
      expect(await window.page.getByLabel('Body', { exact: true }).inputValue()).toContain('"xn--bcher-kva.com"');
      await window.press('Send');
      await window.page.getByRole('link', { name: 'Check out' }).click();

      await window.page.getByRole('link', { name: 'Overview', exact: true }).click();
      const steps = window.page.getByRole('region', { name: 'First steps' });
      await steps.getByRole('link', { name: 'Order a domain' }).waitFor();
      await window.go(`/t/${client.tenant.slug}/webhooks?new=1`);
      await window.page.getByText('No endpoint yet?').click();
      await window.press('Use http://localhost:4000/');
      expect(await window.page.getByLabel('URL').inputValue()).toBe('http://localhost:4000/');
      await window.page.getByLabel('URL').fill(receiver.url);
      await window.page.getByRole('dialog').getByRole('button', { name: 'Add receiver' }).click();
      await window.press('I saved it');
      await window.sees('No deliveries yet');

      await client.register('bücher.com');
      await window.page.getByRole('button', { name: 'domain.registered' }).waitFor();
      await window.sees('bücher.com');
      await window.go(`/t/${client.tenant.slug}`);
      await window.sees('Latest requests');
      expect(await steps.count()).toBe(0);
    } finally {
      await receiver.stop();
    }
  });

  it('adds a receiver, sends a test event and resends it', async () => {
    const receiver = await TestReceiver.start();
    try {
      receiver.respondWith(500, {}, 'not today');
      await visit.enter('/webhooks');
      await window.press('Add receiver');
      await window.page.getByLabel('URL').fill(receiver.url);
      await window.page.getByRole('dialog').getByRole('button', { name: 'Add receiver' }).click();
      expect(await window.page.getByTestId('secret').innerText()).toMatch(/^whsec_/);
      await window.press('I saved it');
      await window.press('Send test event');
      const panel = window.page.getByRole('dialog');
      await panel.getByText('not today').waitFor();
      receiver.respondWith(200, {}, 'thank you');
      await panel.getByRole('button', { name: 'Resend' }).click();
      await panel.getByText('thank you').waitFor();
      await panel.getByText('delivered', { exact: true }).waitFor();
      expect(new Set(receiver.ids).size).toBe(1);
    } finally {
      await receiver.stop();
    }
  });

  it('links the receiver, the order and the domain of a delivery, and shows the headers that were sent', async () => {
    const receiver = await TestReceiver.start();
    const { page } = window;
    const t = `tenants/${client.tenant.slug}`;
    await operator.post(`${t}/receivers`, { url: receiver.url, description: 'The shop' });
    const { order_id } = (await client.register('linked.com')).body.data;
    await visit.enter('/webhooks/deliveries');
    await page.getByRole('button', { name: 'domain.registered' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText(receiver.received[0]!.headers['webhook-signature']!).waitFor();
    await panel.getByRole('link', { name: 'Deliveries of this event' }).waitFor();
    await panel.getByRole('link', { name: 'linked.com' }).waitFor();
    expect(await window.violations()).toEqual([]);
    await panel.getByRole('link', { name: 'The shop' }).click();
    await window.seesHeading(new URL(receiver.url).host);
    await page.goBack();
    await panel.getByRole('link', { name: order_id }).click();
    await window.seesHeading('Registration of linked.com');
  });

  it('refreshes the page of an event that waits for its first attempt every few seconds', async () => {
    const receiver = await TestReceiver.start();
    receiver.hold();
    try {
      const t = `tenants/${client.tenant.slug}`;
      const { id } = (await operator.post(`${t}/receivers`, { url: receiver.url })).body.data.receiver;
      await client.register('held.com');
      await copyRegistrations(sandbox, client.tenant.id, 200);
      const { event_id } = await waitFor('a queued event', async () => {
        const { body } = await operator.get(`${t}/deliveries?state=queued`);
        return body.data.deliveries[0];
      });
      await visit.enter(`/webhooks/events/${event_id}`);
      await window.sees('queued');
      const times: number[] = [];
      window.page.on('request', request => request.url().includes(event_id) && times.push(Date.now()));
      await waitFor('four requests', () => times.length > 3);
      // The machine may pause between two of them.
      expect(Math.min(...times.slice(1).map((time, index) => time - times[index]!))).toBeLessThan(8_000);
      await operator.delete(`${t}/receivers/${id}`);
    } finally {
      await receiver.stop();
    }
  });

  it('shows how many events wait for their first attempt', async () => {
    const receiver = await TestReceiver.start();
    receiver.hold();
    try {
      const path = `tenants/${client.tenant.slug}/receivers`;
      const { id } = (await operator.post(path, { url: receiver.url })).body.data.receiver;
      await visit.enter(`/webhooks/receivers/${id}`);
      await window.sees('None yet');
      expect(await window.page.getByText('Queued').count()).toBe(0);
      await client.register('first.com');
      await copyRegistrations(sandbox, client.tenant.id, MORE_THAN_COUNTED);
      await window.sees('10,000+ events');
      await window.page.getByRole('link', { name: 'Webhooks' }).last().click();
      await window.page.getByRole('cell', { name: '10,000+' }).waitFor();
      await window.page.getByRole('link', { name: 'Deliveries' }).click();
      await window.page.getByText('Receiver has its maximum of attempts in progress').first().waitFor();
      expect(await window.violations()).toEqual([]);
      await window.press('Load more');
      await window.sees('100 deliveries loaded');
      await operator.delete(`${path}/${id}`);
    } finally {
      await receiver.stop();
    }
  });
});
