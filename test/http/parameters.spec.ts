import { type Client, CLOCK, FAULTS, ORDERS, REGISTRATIONS, WORLD, WORLDS } from '../support/client.js';
import { documentedOperations } from '../support/documents.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  client = await sandbox.tenant();
});

describe('an empty query parameter', () => {
  it.each(['/docs/openapi.json', '/portal/api/openapi.json'])(
    'counts as absent for all parameters of all operations in %s',
    async document => {
      const person = await sandbox.person({ role: 'operator' });
      const { body } = await sandbox.call({ method: 'GET', path: document });
      const get = (path: string) =>
        path.startsWith('/portal/')
          ? person.call({ path: path.replace('/portal/api/', '') })
          : client.raw({ method: 'GET', path });
      const operations = documentedOperations(body).flatMap(({ path, method, operation: { parameters = [] } }) => {
        const names = parameters.filter(parameter => parameter.in === 'query').map(({ name }) => name);
        return names.length > 0 ? [{ path, method, names }] : [];
      });
      expect(operations.length).toBeGreaterThan(2);
      for (const { path, method, names } of operations) {
        expect([path, method]).toEqual([path, 'get']);
        const at = path.replace('{tenant}', client.tenant.slug).replaceAll(/\{\w+\}/g, 'rcv_x');
        // The list of events waits without it.
        const wait = path.endsWith('/events') && document === '/docs/openapi.json' ? '&wait=0' : '';
        const others = names.filter(name => !wait || name !== 'wait');
        const absent = outcomeOf(await get(`${at}?${wait}`.replace('?&', '?').replace(/\?$/, '')));
        for (const query of [others.map(name => `${name}=`), others, others.flatMap(name => [`${name}=`, `${name}=`])])
          expect([path, outcomeOf(await get(`${at}?${query.join('&')}${wait}`))]).toEqual([path, absent]);
      }
    },
  );

  it('of a parameter that is sent twice leaves the other value', async () => {
    for (const domain of ['one.com', 'two.com']) await client.orderOf(domain);
    const { body } = await client.raw({ method: 'GET', path: `${ORDERS}?limit=&limit=1` });
    expect(body.data.orders).toHaveLength(1);
  });
});

describe('a date and time', () => {
  it.each(['2030-01-01t00:00:00z', '2030-01-01 01:00:00.0000000000000+01:00', '2029-12-31T23:59:60Z'])(
    'can be sent as %s in a query, a body and a snapshot',
    async time => {
      const before = encodeURIComponent(time);
      for (const path of [
        `${REGISTRATIONS}?expires_before=${before}`,
        `${WORLD.replace(/world$/, 'requests')}?after=${before}`,
      ])
        expect([path, (await client.raw({ method: 'GET', path })).status]).toEqual([path, 200]);
      const world = await sandbox.world(client, { clock: { mode: 'frozen', now: time } });
      expect((await world.getClock()).body.data.now).toBe('2030-01-01T00:00:00.000Z');
      const snapshot = { version: 1, registrations: [{ domain: 'a.com', expires_at: time }] };
      expect((await world.raw({ method: 'PUT', path: WORLD, body: snapshot })).status).toBe(200);
      expect((await world.getRegistration('a.com')).body.data.expires_at).toBe('2030-01-01T00:00:00.000Z');
    },
  );

  it.each(['2030-01-01T00:00:00+00:00', '2030-01-01 00:00:00.5+00:00', '2030-01-01T00:00+00:00'])(
    'can be sent in a query as %s, whose + is not percent-encoded',
    async time => {
      for (const at of [`${REGISTRATIONS}?expires_before=`, `${WORLD.replace(/world$/, 'requests')}?after=`]) {
        const path = at + time.replace(' ', '%20');
        expect([path, (await client.raw({ method: 'GET', path })).status]).toEqual([path, 200]);
      }
    },
  );

  it.each(['2030-01-01', '2030-01-01T00:00:00  02:00'])('is rejected as %s', async time => {
    const path = `${REGISTRATIONS}?expires_before=${encodeURIComponent(time)}`;
    const responses = [
      await client.raw({ method: 'GET', path }),
      await client.raw({ method: 'PUT', path: CLOCK, body: { mode: 'frozen', now: time } }),
    ];
    expect(responses.map(outcomeOf)).toEqual(['422 VALIDATION_FAILED', '422 VALIDATION_FAILED']);
    for (const { body } of responses)
      expect(body.error.details[0].message).toMatch(/^must be a date and time with a time zone/);
  });
});

describe('a duration', () => {
  it.each(['PT0,5H', 'PT30M0.5S'])('can be sent as %s', async text => {
    const responses = [
      await client.raw({ path: WORLDS, body: { ttl: text } }),
      await client.raw({ path: FAULTS, body: { fault: { kind: 'delay', ms: 1 }, expires_in: text } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  });

  it.each(['PT0,5H30M', '1H'])('is rejected as %s', async ttl => {
    const response = await client.raw({ path: WORLDS, body: { ttl } });
    expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 VALIDATION_FAILED', ['ttl']]);
  });
});
