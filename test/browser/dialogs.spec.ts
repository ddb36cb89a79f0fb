import type { Client } from '../support/client.js';
import { TestReceiver } from '../support/receiver.js';
import { describeWith } from '../support/requirements.js';
import { visitPortal } from './visit-portal.js';
import { Window } from './window.js';

/** Label of the element with the focus. */
const FOCUSED = `(({ labels, ariaLabel, tagName, textContent }) =>
  labels?.[0]?.textContent || ariaLabel || tagName + ' ' + textContent)(document.activeElement)`;

describeWith('chromium', 'Dialogs of the portal', () => {
  const visit = visitPortal();
  let client: Client;
  let window: Window;
  let receiver: TestReceiver;

  beforeAll(async () => void (receiver = await TestReceiver.start()));
  afterAll(() => receiver?.stop());
  beforeEach(() => void ({ client, window } = visit));

  /** Opens a dialog: menu items end with an ellipsis. */
  async function open(openers: readonly string[]): Promise<void> {
    for (const name of openers) {
      if (name === 'Time range') await window.page.getByLabel(name).selectOption('custom');
      else if (name.endsWith('…')) await window.page.getByRole('menuitem', { name, exact: true }).click();
      else await window.press(name);
    }
  }

  it('focus their first field', async () => {
    const t = `/t/${client.tenant.slug}`;
    const { body } = await visit.operator.post(`tenants/${client.tenant.slug}/receivers`, { url: receiver.url });
    await client.register('dialog-shop.com');
    const receiverPath = `${t}/webhooks/receivers/${body.data.receiver.id}`;
    const dialogs: [path: string, openers: string[], label: string][] = [
      [`${t}/keys?new=1`, [], 'Name'],
      [`${t}/keys/${client.key.id}`, ['Roll'], 'The old key expires'],
      [`${t}/worlds?new=1`, [], 'Name, optional'],
      [`${t}/faults?new=1`, [], 'Fault'],
      [`${t}/webhooks?new=1`, [], 'URL'],
      [receiverPath, ['More actions', 'Edit…'], 'URL'],
      [receiverPath, ['More actions', 'Rotate secret…'], 'The old secret expires'],
      [receiverPath, ['More actions', 'Recover deliveries…'], 'Since'],
      [`${t}/storefront?new=1`, [], 'Host name'],
      [`${t}/requests`, ['Time range'], 'From'],
      [`${t}/domains/dialog-shop.com`, ['Renew'], 'Years'],
      [`${t}/domains/dialog-shop.com`, ['Edit'], 'Name servers'],
      ['/tenants', ['Create tenant'], 'Name'],
      ['/people', ['Add person'], 'Email'],
      ['/kill-switch', ['Turn ON'], 'Reason'],
      ['/account', ['Create token'], 'Name'],
      ['/account', ['Set up authenticator app'], 'Current password'],
    ];
    await window.go(t);
    await window.logIn(visit.operator);
    await window.seesHeading('Overview');
    const found: string[] = [];
    for (const [path, openers, label] of dialogs) {
      await window.go(path);
      await open(openers);
      await window.page.getByRole('dialog').or(window.page.getByRole('alertdialog')).waitFor();
      await window.page
        .getByLabel(label, { exact: true })
        .and(window.page.locator(':focus'))
        .waitFor()
        .catch(async () => found.push(`${path} ${openers.at(-1) ?? ''}: ${await window.page.evaluate(FOCUSED)}`));
    }
    expect(found).toEqual([]);
  });

  it('open no keyboard on a touch device, and the menu closes on the current page', async () => {
    const phone = await Window.open(visit, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const { page } = phone;
    await phone.go(`/t/${client.tenant.slug}/keys?new=1`);
    await phone.logIn(visit.operator);
    await page.getByRole('dialog', { name: 'Create API key' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await page.getByRole('dialog').getByRole('link', { name: 'Keys' }).tap();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await phone.close();
  });
});
