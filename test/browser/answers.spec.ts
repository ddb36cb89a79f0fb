import { FAULTS } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { describeWith } from '../support/requirements.js';
import { countClicks, pasteInPalette } from './count-clicks.js';
import { visitPortal } from './visit-portal.js';

const MAX_CLICKS = 3;

const RESET = { kind: 'reset', phase: 'after' };

describeWith('chromium', 'Questions about purchases that three clicks answer', () => {
  const visit = visitPortal();

  async function addFault(rule: object): Promise<{ id: string }> {
    const { status, body } = await visit.client.raw({ path: FAULTS, body: rule });
    expect(status).toBe(201);
    return body.data;
  }

  it('says that the customer was charged once although the shop got no response', async () => {
    const { client, window } = visit;
    const { page } = window;
    const order = await client.orderOf('lost-shop.com');
    const { id: rule } = await addFault({ match: { domain: 'lost-shop.com', operation: 'checkout' }, fault: RESET });
    await expect(client.pay(order, 'invoice-1')).rejects.toThrow();
    await visit.enter();
    await window.seesHeading('Overview');
    const clicks = await countClicks(page);
    await pasteInPalette(page, order);
    const verdict = page.getByTestId('verdict');
    await verdict.getByText(/^Charged once\. The response of \d\d:\d\d:\d\d\.\d{3} did not reach your shop/).waitFor();
    expect(await verdict.innerText()).toContain('would get the stored response.');
    await window.seesHeading('Registration of lost-shop.com');
    expect(await clicks()).toBe(1);
    const step = page.locator('main ol > li').filter({ hasText: 'fault: reset/after' });
    await step.getByText('response lost').waitFor();
    await step.getByText(/^\+.+ · \d+ .+\.\d{3}$/).waitFor();
    const messages = page.getByRole('table', { name: 'Messages of the purchase' });
    expect(
      (await messages.getByRole('row').allInnerTexts()).map(row => row.split('\t').slice(0, 4).join(' | ')),
    ).toEqual([
      'Message | From | To | Outcome',
      'Order | Shop | Nameyard | ok',
      'Response 201 | Nameyard | Shop | ok',
      'Payment | Shop | Nameyard | ok',
      expect.stringMatching(/^Registered until .* \| Registry \| Nameyard \| ok$/),
      'Response lost ANSWER_LOST | Nameyard | Shop | lost',
    ]);
    await verdict.getByRole('link', { name: rule }).click();
    await window.seesHeading('Faults');
    expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS);

    await client.pay(order, 'invoice-1');
    await page.goBack();
    await verdict.getByText(/; the repeat of \d\d:\d\d:\d\d\.\d{3} got the stored response\.$/).waitFor();
  });

  it('shows why a webhook did not arrive, what was sent and answered, and sends it again', async () => {
    const { client, operator, window } = visit;
    const { page } = window;
    const receiver = await TestReceiver.start();
    receiver.respondWith(500, {}, 'database is down');
    const path = `tenants/${client.tenant.slug}`;
    await operator.post(`${path}/receivers`, { url: receiver.url, description: 'Accounting' });
    const { order_id } = (await client.register('unheard-shop.com')).body.data;
    const event = await eventually(async () => {
      const { body } = await operator.get(`${path}/events?about=${order_id}`);
      expect(body.data.events[0].deliveries[0].state).toBe('pending');
      return body.data.events[0].id as string;
    });
    await visit.enter();
    await window.seesHeading('Overview');
    const clicks = await countClicks(page);
    await pasteInPalette(page, event);
    await window.seesHeading('Event domain.registered');
    await window.seesHeading('Accounting');
    await window.sees('The last attempt failed: http 500. It waits for its next retry.');
    await window.sees(/^Next attempt/);
    await page.getByLabel('Response to attempt').getByText('database is down').waitFor();
    const attempts = page.getByRole('table', { name: 'Attempts' });
    await attempts.getByRole('cell', { name: '1 (event)' }).waitFor();
    await attempts.getByText('500').first().waitFor();
    await page.getByText(/^What attempt \d+ sent$/).click();
    await page.getByLabel('Signed text').getByText(`${event}.`).waitFor();
    expect(await window.violations()).toEqual([]);
    receiver.respondWith(200);
    await window.press('Send again');
    await window.sees(/^It arrived; there were \d+ attempts in total\.$/);
    expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS);
    await window.press('Forward to my machine');
    await page.getByLabel('Command').getByText(`nameyard listen --url`).waitFor();
    await receiver.stop();
  });

  it('lists all orders of one customer', async () => {
    const { client, window } = visit;
    for (const domain of ['first-shop.com', 'second-shop.com']) await client.orderOf(domain);
    await visit.enter();
    await window.seesHeading('Overview');
    const clicks = await countClicks(window.page);
    await pasteInPalette(window.page, 'ada@example.com');
    await window.page.getByRole('link', { name: 'first-shop.com' }).waitFor();
    await window.sees('2 orders');
    expect(await clicks()).toBe(1);
    await window.page.getByRole('link', { name: 'second-shop.com' }).click();
    await window.seesHeading('Registration of second-shop.com');
    expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS);
  });
});
