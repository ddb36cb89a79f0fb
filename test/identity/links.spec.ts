import { type Settings, SETTINGS } from '#platform/process/config';
import { newId } from '#platform/security/ids';
import { MailServer } from '../support/mail-server.js';
import { outcomeOf } from '../support/outcome.js';
import type { PortalClient } from '../support/portal-client.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';
import { addTotp } from '../support/totp.js';

const PASSWORD = 'seven kettles and a rabbit';
const HOUR_MS = 3_600_000;

let mail: MailServer;
let sandbox: Sandbox;
let operator: PortalClient;

beforeAll(async () => {
  mail = await MailServer.start();
  sandbox = await startSandbox({ settings: mail.settings });
  operator = await sandbox.person({ role: 'operator' });
});
afterEach(() => sandbox.clock.reset());

interface Link {
  id: string;
  email: string;
  kind: string;
  url: string;
  token: string;
  lifetimeMs: number;
}

const email = () => `${newId('p')}@example.com`;

async function linkFrom(path: string, body?: object): Promise<Link> {
  const { status, text, body: answer } = await operator.confirmed(path, body);
  if (status !== 201) throw new Error(`no link was created: ${text}`);
  const { person, link, url } = answer.data;
  const lifetimeMs = Date.parse(link.expires_at) - Date.parse(link.created_at);
  return { id: person.id, email: person.email, kind: link.kind, url, token: url.split('#')[1], lifetimeMs };
}

const invite = () => linkFrom('people/invitations', { email: email(), role: 'operator' });

const reset = (id: string) => linkFrom(`people/${id}/link`);

const use = async (token: string, password = PASSWORD) =>
  outcomeOf(await sandbox.visitor().post('links/use', { token, password }));

const check = async (token: string) => outcomeOf(await sandbox.visitor().post('links/check', { token }));

const pendingOf = async (id: string) =>
  (await operator.get('people/links')).body.data.links.filter(
    ({ person_id }: { person_id: string }) => person_id === id,
  );

describe('invitation', () => {
  it('sets the password and logs in, once', async () => {
    const invited = await invite();
    expect(invited.lifetimeMs).toBe(7 * 24 * HOUR_MS);
    expect(invited.url).toMatch(new RegExp(`^${sandbox.origin}/portal/invitation#[\\w-]{43}$`));
    expect(await pendingOf(invited.id)).toMatchObject([{ kind: 'invitation', status: 'open' }]);
    const ada = sandbox.visitor();
    const { body } = await ada.post('links/check', { token: invited.token });
    expect(body.data).toMatchObject({ kind: 'invitation', email: invited.email });
    for (const password of ['password1234', 'SunshineSunshine', 'nameyard-nameyard'])
      expect(await use(invited.token, password)).toBe('422 WEAK_PASSWORD');
    const used = await ada.post('links/use', { token: invited.token, password: PASSWORD });
    expect(used.body.data).toMatchObject({ id: invited.id, email: invited.email, role: 'operator' });
    expect((await ada.get('session')).body.data.id).toBe(invited.id);
    expect((await sandbox.visitor().logIn(invited.email, PASSWORD)).status).toBe(200);
    expect([await check(invited.token), await use(invited.token)]).toEqual(['409 LINK_USED', '409 LINK_USED']);
    expect(await pendingOf(invited.id)).toEqual([]);
  });

  it('can be repeated until it is answered; only the newest one works', async () => {
    const first = await invite();
    const second = await reset(first.id);
    expect(second.kind).toBe('invitation');
    expect(await check(first.token)).toBe('409 LINK_REVOKED');
    expect(outcomeOf(await operator.delete(`people/${first.id}/link`))).toBe('200');
    expect(await use(second.token)).toBe('409 LINK_REVOKED');
    expect(await pendingOf(first.id)).toMatchObject([{ kind: 'invitation', status: 'revoked' }]);
    expect(outcomeOf(await operator.delete(`people/${first.id}/link`))).toBe('404 LINK_NOT_FOUND');
    const third = await reset(first.id);
    sandbox.clock.advance({ days: 7 });
    expect(await check(third.token)).toBe('409 LINK_EXPIRED');
  });

  it('rejects a used email without a second account', async () => {
    const { email } = await invite();
    expect(outcomeOf(await operator.confirmed('people/invitations', { email, role: 'operator' }))).toBe(
      '409 ACCOUNT_EXISTS',
    );
  });
});

describe('link to reset a password', () => {
  it('ends the sessions of the person when it is used', async () => {
    const ada = await sandbox.person({ role: 'operator' });
    const { token, kind, lifetimeMs, url } = await reset(ada.credentials.id);
    expect({ kind, lifetimeMs, path: new URL(url).pathname }).toEqual({
      kind: 'reset',
      lifetimeMs: HOUR_MS,
      path: '/portal/reset-password',
    });
    expect((await ada.get('session')).status).toBe(200);
    expect(await use(token)).toBe('200');
    expect((await ada.get('session')).status).toBe(401);
    expect((await sandbox.visitor().logIn(ada.credentials.email, ada.credentials.password)).status).toBe(401);
  });

  it('expires after an hour, and ends with a disabled account or another password', async () => {
    const ada = await sandbox.person({ role: 'operator' });
    const { id, password } = ada.credentials;
    const expiring = await reset(id);
    sandbox.clock.advance({ minutes: 59 });
    expect(await check(expiring.token)).toBe('200');
    sandbox.clock.advance({ minutes: 1 });
    expect(await use(expiring.token)).toBe('409 LINK_EXPIRED');
    sandbox.clock.reset();
    const outdated = await reset(id);
    await ada.post('password', { current: password, password: PASSWORD });
    expect(await check(outdated.token)).toBe('409 LINK_REVOKED');
    const replaced = await reset(id);
    await operator.confirmed(`people/${id}/password`);
    expect(await check(replaced.token)).toBe('409 LINK_REVOKED');
    const closed = await reset(id);
    await operator.patch(`people/${id}`, { disabled: true });
    expect(await use(closed.token)).toBe('409 LINK_REVOKED');
    await operator.confirmed(`people/${id}`, { disabled: false }, 'PATCH');
    expect(await use(closed.token)).toBe('409 LINK_REVOKED');
    await operator.patch(`people/${id}`, { disabled: true });
    expect(outcomeOf(await operator.confirmed(`people/${id}/link`))).toBe('409 ACCOUNT_DISABLED');
  });

  it('does not replace the second factor', async () => {
    const ada = await sandbox.person({ role: 'operator' });
    const [code] = (await addTotp(ada)).codes;
    const { token } = await reset(ada.credentials.id);
    const visitor = sandbox.visitor();
    const used = await visitor.post('links/use', { token, password: PASSWORD });
    expect([outcomeOf(used), visitor.cookie]).toEqual(['401 SECOND_FACTOR_REQUIRED', undefined]);
    expect((await visitor.post('session/code', { code })).body.data.id).toBe(ada.credentials.id);
    expect(await use(token)).toBe('409 LINK_USED');
  });

  it('is used by one of several concurrent requests', async () => {
    const { token } = await reset((await sandbox.person({ role: 'operator' })).credentials.id);
    const outcomes = await Promise.all([use(token), use(token), use(token)]);
    expect(outcomes.sort()).toEqual(['200', '409 LINK_USED', '409 LINK_USED']);
  });

  it('is accepted from pages of the portal only', async () => {
    const { token } = await invite();
    const headers = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
    const { status } = await sandbox.visitor().post('links/use', { token, password: PASSWORD }, headers);
    expect(status).toBe(403);
    expect(await check(token)).toBe('200');
    expect(await check(`${token.slice(0, -1)}_`)).toBe('404 LINK_NOT_FOUND');
  });
});

describe('mail with a link', () => {
  it('is sent to the person', async () => {
    const { email, url, id } = await invite();
    const invitation = mail.to(email)!;
    expect(invitation).toMatchObject({ from: mail.settings.mailFrom, to: [email] });
    expect(invitation.source).toContain(`Subject: Invitation to ${new URL(sandbox.origin).host}`);
    expect(invitation.source).toContain(`${url}\r\n`);
    expect(await use(url.split('#')[1]!)).toBe('200');
    const { body } = await operator.confirmed(`people/${id}/link`);
    expect(body.data.mail).toEqual({ sent: true, problem: null });
    expect(mail.to(email)!.source).toMatch(/Subject: Set a new password for [^]+\/portal\/reset-password#/);
  });

  it('goes to one address, whatever it contains', async () => {
    const address = `"a,b${newId('p')}"@example.com`;
    await linkFrom('people/invitations', { email: address, role: 'operator' });
    expect(mail.received.at(-1)!.to).toHaveLength(1);
  });

  it('leaves the link valid when the server refuses it, and says why', async () => {
    const { body } = await operator.confirmed('people/invitations', { email: `refused-${email()}`, role: 'operator' });
    expect(body.data.mail).toEqual({ sent: false, problem: expect.stringContaining('No such mailbox') });
    expect(await check(body.data.url.split('#')[1])).toBe('200');
  });

  it('is not sent to a server that would get the password unencrypted', async () => {
    const settings = sandbox.app.get<Settings>(SETTINGS);
    settings.smtpUrl = `smtp://user:pass@0.0.0.0:${mail.port}`;
    const { body } = await operator.confirmed('people/invitations', { email: email(), role: 'operator' });
    settings.smtpUrl = mail.settings.smtpUrl;
    expect(body.data.mail).toEqual({ sent: false, problem: expect.stringContaining('STARTTLS') });
  });
});

describe('token of a link', () => {
  it('is neither stored nor logged, and never part of a requested address', async () => {
    const { token, url } = await invite();
    expect(await use(token)).toBe('200');
    const page = await sandbox.call({ method: 'GET', path: new URL(url).pathname });
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(JSON.stringify(sandbox.log)).not.toContain(token);
    for (const table of ['identity.links', 'platform.audit'])
      expect(JSON.stringify(await sandbox.rows(`SELECT * FROM ${table}`))).not.toContain(token);
  });
});
