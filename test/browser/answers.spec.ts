import { FAULTS } from '../support/client.js';
import { describeWith } from '../support/requirements.js';
import { countClicks, pasteInPalette } from './count-clicks.js';
import { visitPortal } from './visit-portal.js';

const MAX_CLICKS = 3;

const RESET = { kind: 'reset', phase: 'after' };

describeWith('chromium', 'Answers in three clicks', () => {
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
    expect(await verdict.innerText()).toContain('would be answered from the first.');
    await window.seesHeading('Registration of lost-shop.com');
    expect(await clicks()).toBe(1);
    const step = page.locator('main ol > li').filter({ hasText: 'Payment' });
    await step.getByText('fault: reset/after').waitFor();
    await step.getByText('response lost').waitFor();
    await step.getByText(/^\+[\d.]+ m?s · \d+ .+\.\d{3}$/).waitFor();
    const messages = page.getByRole('table', { name: 'Messages of the purchase' });
    expect(
      (await messages.getByRole('row').allInnerTexts()).map(row => row.split('\t').slice(0, 4).join(' | ')),
    ).toEqual([
      'From | To | Message | Outcome',
      'Shop | Nameyard | Order | ok',
      'Nameyard | Shop | Response 201 | ok',
      'Shop | Nameyard | Payment | ok',
      expect.stringMatching(/^Registry \| Nameyard \| Registered until .* \| ok$/),
      'Nameyard | Shop | Response lost ANSWER_LOST | lost',
    ]);
    await verdict.getByRole('link', { name: rule }).click();
    await window.seesHeading('Faults');
    expect(await clicks()).toBeLessThanOrEqual(MAX_CLICKS);

    await client.pay(order, 'invoice-1');
    await page.goBack();
    await verdict.getByText(/; the repeat of \d\d:\d\d:\d\d\.\d{3} was answered from the first\.$/).waitFor();
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
