import type { Client } from '../support/client.js';
import type { PortalClient } from '../support/portal-client.js';
import { describeWith } from '../support/requirements.js';
import type { Sandbox } from '../support/sandbox.js';
import { codeOf } from '../support/totp.js';
import { visitPortal } from './visit-portal.js';
import { Window } from './window.js';

const STEP_MS = 30_000;

describeWith('chromium', 'Login in a browser', () => {
  const visit = visitPortal();
  let client: Client;
  let operator: PortalClient;
  let sandbox: Sandbox;
  let window: Window;

  beforeEach(() => void ({ client, operator, sandbox, window } = visit));

  it('returns to the requested page after a login, also when the session has ended', async () => {
    const developer = await sandbox.person({ role: 'developer', tenants: [client] });
    await window.go(`/t/${client.tenant.slug}/keys?show=all`);
    await window.logIn(developer);
    await window.seesHeading('Keys');
    expect(window.path).toBe(`/t/${client.tenant.slug}/keys?show=all`);
    await developer.delete('sessions');
    await window.page.getByRole('link', { name: 'Requests' }).click();
    await window.seesHeading('Log in to Nameyard');
    await window.logIn(developer);
    await window.seesHeading('Requests');
    expect(window.path).toBe(`/t/${client.tenant.slug}/requests`);
  });

  it('invites a person, who sets a password with the link', async () => {
    await window.go('/people');
    await window.logIn(operator);
    await window.press('Add person');
    const invited = `${client.tenant.slug}@example.com`;
    await window.page.getByRole('textbox', { name: 'Email' }).fill(invited);
    await window.page.getByRole('radio', { name: 'Operator' }).check();
    await window.page.getByRole('dialog').getByLabel('Current password').fill(operator.credentials.password);
    await window.press('Create invitation');
    const url = (await window.page.getByTestId('secret').textContent())!;
    await window.press('I saved it');
    await window.page.getByRole('row', { name: invited }).getByText('invited', { exact: true }).waitFor();
    const visitor = await Window.open(visit);
    await visitor.page.goto(url);
    await visitor.seesHeading('Welcome to Nameyard');
    expect(await visitor.violations()).toEqual([]);
    await visitor.page.getByLabel('New password').fill('seven kettles and a rabbit');
    await visitor.page.getByLabel('Repeat the password').fill('seven kettles and a rabbit');
    await visitor.press('Set password and log in');
    await visitor.page.getByRole('link', { name: 'People' }).waitFor();
    await visitor.page.goto(url);
    await visitor.seesHeading('This link was already used');
    await visitor.close();
  });

  it('shows an error when the password is wrong', async () => {
    await window.go('/login');
    await window.logIn({ credentials: { ...operator.credentials, password: 'not this one at all' } } as PortalClient);
    await window.page.getByRole('alert').waitFor();
    await window.seesHeading('Log in to Nameyard');
  });

  it('asks for a code of an authenticator app after it was set up', async () => {
    const person = await sandbox.person({ role: 'operator' });
    await window.go('/account');
    await window.logIn(person);
    await window.press('Set up authenticator app');
    await window.page.getByRole('dialog').getByLabel('Current password').fill(person.credentials.password);
    await window.press('Continue');
    const code = window.page.getByLabel('Code', { exact: true });
    await code.and(window.page.locator(':focus')).waitFor();
    expect(await window.violations()).toEqual([]);
    const secret = /\b[A-Z2-7]{32}\b/.exec(await window.page.getByRole('dialog').innerText())![0];
    await code.fill(codeOf(secret));
    await window.press('Confirm');
    await window.page.getByRole('alertdialog', { name: 'Save your recovery codes' }).waitFor();
    expect(await window.violations()).toEqual([]);
    await window.press('I saved them');
    await window.sees('10 left');

    const visitor = await Window.open(visit);
    await visitor.go('/people');
    await visitor.logIn(person);
    await visitor.seesHeading('Second step');
    expect(await visitor.violations()).toEqual([]);
    await visitor.page.getByLabel('Code').fill('000000');
    await visitor.press('Log in');
    await visitor.page.getByRole('alert').waitFor();
    await visitor.page.getByLabel('Code').fill(codeOf(secret, Date.now() + STEP_MS));
    await visitor.press('Log in');
    await visitor.seesHeading('People');
    await visitor.close();
  });

  it('logs in with a passkey, also as the second step, until it is removed', async () => {
    const person = await sandbox.person({ role: 'operator' });
    const local = await Window.open(visit, { hostname: 'localhost' });
    const { page } = local;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await local.go('/account');
    await local.logIn(person);
    await local.sees('No passkeys yet');
    await local.press('Add passkey');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Work laptop');
    await dialog.getByLabel('Current password').fill(person.credentials.password);
    expect(await local.violations()).toEqual([]);
    await page.route('**/assets/*.js', route => route.abort());
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor(); // the script for passkeys could not be loaded
    await page.unroute('**/assets/*.js');
    local.consoleErrors.length = 0;
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog', { name: 'Save your recovery codes' }).waitFor();
    await local.press('I saved them');
    const row = page.getByRole('row', { name: 'Work laptop' });
    await row.getByText('Never').waitFor();
    expect(await local.violations()).toEqual([]);

    await page.context().clearCookies();
    await local.go('/people');
    await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
    expect(await local.violations()).toEqual([]);
    await local.press('Log in with a passkey');
    await local.seesHeading('People');

    await page.context().clearCookies();
    await local.go('/account');
    await local.logIn(person);
    await local.seesHeading('Second step');
    await local.sees('One of your recovery codes.');
    expect(await local.violations()).toEqual([]);
    await local.press('Use a passkey');
    await row.waitFor();

    await local.press('Actions for Work laptop');
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await dialog.getByRole('radio', { name: 'Passkey' }).check();
    expect(await local.violations()).toEqual([]);
    await local.press('Remove');
    await local.sees('No passkeys yet');
    expect(local.consoleErrors.filter(text => !text.includes('a status of 401'))).toEqual([]);
    await local.close();
  });

  it('lists the sessions, ends another one, and creates a read-only token', async () => {
    const person = await sandbox.person({ role: 'operator' });
    await window.go('/account');
    await window.logIn(person);
    const sessions = window.page.getByRole('table', { name: 'Sessions' });
    await sessions.getByText('this one').waitFor();
    expect(await window.violations()).toEqual([]);
    await window.press('End others');
    await window.press('End other sessions');
    await window.sees('1 session has ended.');
    expect((await person.get('session')).status).toBe(401);
    await window.press('Create token');
    const dialog = window.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Reports');
    await dialog.getByRole('radio', { name: 'All my tenants' }).check();
    await dialog.getByRole('radio', { name: 'Read-only' }).check();
    await dialog.getByLabel('Current password').fill(person.credentials.password);
    expect(await window.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await window.page.getByRole('alertdialog', { name: 'Save the token Reports' }).waitFor();
    await window.press('I saved it');
    await window.page.getByRole('row', { name: 'Reports' }).getByText('Read-only').waitFor();
  });

  it('explains why there are no passkeys at an IP address', async () => {
    const person = await sandbox.person({ role: 'operator' });
    await window.go('/account');
    await window.logIn(person);
    await window.sees('Browsers have passkeys only for host names');
    expect(await window.page.getByRole('button', { name: 'Add passkey' }).count()).toBe(0);
  });
});
