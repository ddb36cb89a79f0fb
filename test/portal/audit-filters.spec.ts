import { tenantPath } from '../support/portal-client.js';
import { sharedSandbox } from '../support/sandbox.js';

it('The audit log is filtered by actor, text and time, without regard to case', async () => {
  const sandbox = await sharedSandbox();
  const client = await sandbox.tenant();
  const person = await sandbox.person({ role: 'operator' });
  const { email } = person.credentials;
  const key = { name: `Searched by ${email}`, scope: 'sandbox', permissions: ['sandbox.search'] };
  const { id } = (await person.post(tenantPath(client, '/keys'), key)).body.data.key;
  const subjects = async (query: Record<string, string>) => {
    const { body } = await person.get(`audit?${new URLSearchParams({ action: 'key.create', ...query })}`);
    return body.data.entries.map(({ subject }: { subject: string }) => subject);
  };
  expect(await subjects({ actor: email.toUpperCase() })).toEqual([id]);
  expect(await subjects({ find: `searched BY ${email}` })).toEqual([id]);
  expect(await subjects({ find: id })).toEqual([id]);
  expect(await subjects({ find: `searched_by ${email}` })).toEqual([]);
  expect(await subjects({ actor: email, from: '2020-01-01T00:00:00Z' })).toEqual([id]);
  expect(await subjects({ actor: email, to: '2020-01-01T00:00:00Z' })).toEqual([]);
});
