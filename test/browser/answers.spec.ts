import { describeWith } from '../support/requirements.js';
import { countClicks, pasteInPalette } from './count-clicks.js';
import { visitPortal } from './visit-portal.js';

const MAX_CLICKS = 3;

describeWith('chromium', 'Answers in three clicks', () => {
  const visit = visitPortal();

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
