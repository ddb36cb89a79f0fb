import type { Page } from 'playwright-core';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/requirements.js';
import { Shopper } from '../support/shopper.js';
import { visitPortal } from './visit-portal.js';
import type { Window } from './window.js';

/** Red and white pixels in a PNG image. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR42mP4z8DwHwQAFvIF+/lYfhAAAAAASUVORK5CYII=',
  'base64',
);

describeWith('chromium', 'The storefront page of the portal', () => {
  const visit = visitPortal();
  let client: Client;
  let window: Window;
  let page: Page;

  beforeEach(() => {
    ({ client, window } = visit);
    ({ page } = window);
  });

  const enter = async (person = visit.operator) => {
    await window.go(`/t/${client.tenant.slug}/storefront`);
    await window.logIn(person);
    await page.getByTestId('preview-light').waitFor();
  };

  const setUp = (settings: object) => visit.operator.patch(`tenants/${client.tenant.slug}/storefront`, settings);

  const saveBrand = () => page.getByRole('button', { name: 'Save changes' }).last().click();

  const accent = () => page.getByLabel('Accent color', { exact: true });

  const fillOf = (button: ReturnType<Page['getByText']>) =>
    button.evaluate(element => (globalThis as unknown as Browser).getComputedStyle(element).backgroundColor);

  it('shows a changed accent color in the preview, and on the storefront after it is saved', async () => {
    await setUp({ access: 'public' });
    await enter();
    const buttons = {
      light: page.getByTestId('preview-light').getByText('Order'),
      dark: page.getByTestId('preview-dark').getByText('Order'),
    };
    await accent().fill('#ffff00');
    await eventually(async () => expect(await fillOf(buttons.light)).toBe('rgb(147, 147, 0)'));
    expect(await fillOf(buttons.dark)).toBe('rgb(255, 255, 0)');
    await window.sees('darkened for 3:1');
    await window.sees('darkened for 4.5:1');
    await saveBrand();
    await window.sees('Saved. The pages show the change within a second.');

    const [tab] = await Promise.all([page.context().waitForEvent('page'), window.press('Open as developer')]);
    await tab.getByText('You see this storefront as one of its developers.').waitFor();
    expect(new URL(tab.url()).hostname).toBe(`${client.tenant.slug}.localhost`);
    expect(await tab.evaluate('window.opener')).toBeNull();
    await eventually(async () => {
      await tab.reload();
      expect(await fillOf(tab.getByRole('button', { name: 'Search' }))).toBe('rgb(147, 147, 0)');
    });
    expect(window.consoleErrors).toEqual([]);
  });

  it('keeps unsaved changes while other settings are saved, and discards them on request', async () => {
    await enter();
    await accent().fill('#12');
    await page.getByLabel('Name', { exact: true }).fill('Kept while editing');
    await page.getByRole('radio', { name: 'With a code' }).check();
    await page.getByRole('button', { name: 'Save changes' }).first().click();
    await window.sees('Is required while access is "code".');
    await page.getByLabel('Access code').fill('kingfisher');
    await page.getByRole('button', { name: 'Save changes' }).first().click();
    await window.sees('Saved. The pages show the change within a second.');
    await saveBrand();
    await window.sees('Must be # and six hexadecimal digits');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kept while editing');
    await page.getByTestId('preview-dark').getByText('Kept while editing').first().waitFor();

    await window.press('Discard');
    expect(await accent().inputValue()).toBe('#3451c7');
    expect(await page.getByText('Must be # and six hexadecimal digits').count()).toBe(0);
    const { body } = await visit.operator.get(`tenants/${client.tenant.slug}/storefront`);
    expect(body.data).toMatchObject({ access: 'code', code: 'kingfisher', name: null });
  });

  it('names a world in the preview of its storefront', async () => {
    const { tenant } = await visit.sandbox.world(client, { name: 'Renewals' });
    await window.go(`/t/${tenant.slug}/storefront`);
    await window.logIn(visit.operator);
    await page.getByTestId('preview-light').getByText('Renewals').first().waitFor();
    expect(await page.getByLabel('Name', { exact: true }).getAttribute('placeholder')).toBe('Renewals');
  });

  it('shows an uploaded logo in the preview, and explains why a file is no logo', async () => {
    await enter();
    const file = page.getByLabel('Logo file');
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
    await page.getByRole('alert').getByText('Export it again as a PNG or WebP image.').waitFor();
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(300 * 1_024) });
    await page.getByRole('alert').getByText('The logo has 300 KiB; the maximum is 256 KiB.').waitFor();
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO });
    const logo = page.getByTestId('preview-light').getByRole('img');
    const pixels = () =>
      logo.evaluate(canvas => [...(canvas as unknown as Canvas).getContext('2d').getImageData(0, 0, 2, 1).data]);
    await eventually(async () => expect(await pixels()).toEqual([255, 0, 0, 255, 255, 255, 255, 255]));
    await window.press('Remove logo');
    await window.sees('No logo: the pages show the name.');
  });

  it('adds a host, verifies it by its TXT record, and removes it', async () => {
    const host = `shop.${client.tenant.slug}.example.com`;
    await enter(await visit.sandbox.person({ role: 'developer', tenants: [client] }));
    await window.sees('No hosts of your own yet');
    await window.press('Add host');
    const dialog = page.getByRole('dialog');
    await page.getByLabel('Host name').fill('localhost');
    await dialog.getByRole('button', { name: 'Add host' }).click();
    await dialog.getByText('It is a name of the local machine.').waitFor();
    await page.getByLabel('Host name').fill(host);
    await dialog.getByRole('button', { name: 'Add host' }).click();

    const choose = async (item: string) => {
      // An earlier attempt can have left the menu open.
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: `Actions for ${host}` }).click();
      // The menu closes when the list is loaded again.
      await page.getByRole('menuitem', { name: item }).click({ timeout: 3_000 });
    };
    /** Repeated, because a lookup can fail by its timeout on a busy machine. */
    const check = (result: string) =>
      eventually(async () => {
        await choose('Check now');
        await page.getByText(result).first().waitFor({ timeout: 10_000 });
      });
    await check(`DNS has no TXT record at _nameyard.${host}.`);
    const value = await page.getByText(/^nameyard-verification=/).innerText();
    visit.dns.set(`_nameyard.${host}`, value);
    await check(`${host} is verified.`);
    await page.getByRole('link', { name: `http://${host}` }).waitFor();

    await page.getByRole('button', { name: `Actions for ${host}` }).click();
    expect(await page.getByRole('menuitem', { name: 'Verify by hand' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await window.press('Remove host');
    await window.sees('No hosts of your own yet');
  });

  it('lets operators verify a host by hand', async () => {
    const host = `hand.${client.tenant.slug}.example.com`;
    await visit.operator.post(`tenants/${client.tenant.slug}/hosts`, { host });
    await enter();
    await page.getByRole('button', { name: `Actions for ${host}` }).click();
    await page.getByRole('menuitem', { name: 'Verify by hand' }).click();
    await window.sees('Not needed: verified by an operator');
  });

  it('creates a share link with the keyboard and shows it once', async () => {
    await setUp({ access: 'public' });
    await enter();
    await page.getByLabel('Hours until the link expires').fill('200');
    await page.keyboard.press('Enter');
    await window.sees(/^Must be an integer from 1 to 168/);
    await page.getByLabel('Hours until the link expires').fill('2');
    await page.keyboard.press('Enter');
    const link = await page.getByTestId('secret').innerText();
    const { port } = new URL(visit.sandbox.origin);
    expect(link).toMatch(new RegExp(`^http://${client.tenant.slug}\\.localhost:${port}/share/[\\w-]{32}$`));
    const visitor = new Shopper(visit.sandbox, `${client.tenant.slug}.localhost`);
    expect(await visitor.get(new URL(link).pathname)).toMatchObject({ status: 303 });
    await window.press('I saved it');
    await page.getByTestId('secret').waitFor({ state: 'hidden' });
  });

  it('marks orders and requests of the storefront', async () => {
    await setUp({ access: 'public' });
    await new Shopper(visit.sandbox, `${client.tenant.slug}.localhost`).order('from-the-storefront.com');
    await client.orderOf('from-the-api.com');
    await enter();
    await window.go(`/t/${client.tenant.slug}/orders`);
    const row = page.getByRole('row', { name: /from-the-storefront\.com/ });
    await row.getByText('Storefront', { exact: true }).waitFor();
    const other = page.getByRole('row', { name: /from-the-api\.com/ });
    expect(await other.getByText('Storefront', { exact: true }).count()).toBe(0);
    await window.go(`/t/${client.tenant.slug}/requests`);
    await page.getByRole('combobox', { name: 'Key' }).selectOption('Storefront');
    await page.getByRole('button', { name: 'POST /order' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText('Other requests to the storefront').waitFor();
    expect(await panel.getByText('curl command').count()).toBe(0);
  });
});

/** The parts of the browser's API that run in the page. */
interface Browser {
  getComputedStyle(element: unknown): { backgroundColor: string };
}

interface Canvas {
  getContext(kind: '2d'): { getImageData(...area: number[]): { data: Uint8ClampedArray } };
}
