import { sharedSandbox, type Sandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await sharedSandbox()));

const CONTACT = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address1: '12 Queen Square',
  city: 'London',
  state_province: 'Greater London',
  postal_code: 'WC1N 3AR',
  country: 'gb',
  email: 'ada@example.com',
  phone: '+44 20 7946 0958',
};

async function shop() {
  const client = await sandbox.tenant();
  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const response = await fetch(`${sandbox.origin}/facades/dnsimple/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${client.key.value}`, 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  };
  const who = await send('GET', '/whoami');
  if (who.status !== 200) throw new Error(JSON.stringify([who, sandbox.log.slice(-3)]));
  const account = who.body.data.account.id;
  return { client, send, account };
}

describe('smoke', () => {
  it('plays', async () => {
    const { send, account } = await shop();
    const a = `/${account}`;
    const log = async (method: string, path: string, body?: unknown) => {
      const answer = await send(method, path, body);
      console.log(method, path, answer.status, answer.headers.get('nameyard-code'), JSON.stringify(answer.body).slice(0, 900));
      return answer;
    };
    await log('GET', '/whoami');
    await log('GET', '/tlds?per_page=1');
    await log('GET', '/tlds/us/extended_attributes');
    await log('POST', `${a}/contacts`, {});
    const { body } = await log('POST', `${a}/contacts`, CONTACT);
    const id = body.data.id;
    await log('PATCH', `${a}/contacts/${id}`, { label: 'x' });
    await log('GET', `${a}/contacts`);
    const d = `${a}/registrar/domains/facade-1.com`;
    await log('GET', `${d}/check`);
    await log('GET', `${d}/prices`);
    await log('POST', `${d}/registrations`, { registrant_id: 99 });
    const r = await log('POST', `${d}/registrations`, { registrant_id: id, auto_renew: true });
    await log('POST', `${d}/registrations`, { registrant_id: id });
    await log('GET', `${d}/registrations/${r.body.data.id}`);
    await log('GET', `${a}/domains?sort=name:desc`);
    await log('GET', `${a}/domains/1`);
    await log('POST', `${d}/renewals`);
    await log('GET', `${d}/renewals/1`);
    await log('PUT', `${d}/whois_privacy`);
    await log('DELETE', `${d}/auto_renewal`);
    await log('DELETE', `${d}/transfer_lock`);
    await log('PUT', `${d}/delegation`, ['ns1.a.example', 'ns2.a.example']);
    await log('POST', `${d}/authorize_transfer_out`);
    await log('DELETE', `${a}/contacts/${id}`);
    await log('POST', `${a}/registrar/registrant_changes/check`, { domain_id: 'facade-1.com', contact_id: id });
    await log('POST', `${a}/registrar/registrant_changes`, { domain_id: 1, contact_id: String(id) });
    const t = `${a}/registrar/domains/taken-1.com/transfers`;
    const transfer = await log('POST', t, { registrant_id: id, auth_code: 'x' });
    await log('GET', `${a}/domains`);
    await log('DELETE', `${t}/${transfer.body.data?.id}`);
    await log('POST', `${a}/registrar/domains/my-premium-1.com/registrations`, { registrant_id: id });
    await log('GET', `${a}/webhooks`);
    await log('GET', `/12/contacts`);
    await log('POST', `//${account}//registrar/domains/pending-1.com/registrations`, { registrant_id: id });
  });
});
