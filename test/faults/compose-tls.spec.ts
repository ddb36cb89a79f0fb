import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import { Installation } from '../processes/compose.js';
import { freePort } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';

// Building the image and starting the installation can take minutes.
jest.setTimeout(900_000);

const PASSWORD = randomBytes(12).toString('hex');

describeWith('a container engine with docker compose', 'docker compose --profile tls up', () => {
  let installation: Installation;
  let ports: { https: number; http: number };
  let ca: string;

  beforeAll(async () => {
    ports = { https: await freePort(), http: await freePort() };
    installation = await Installation.build({
      COMPOSE_PROFILES: 'tls',
      TLS_PORT: `127.0.0.1:${ports.https}`,
      TLS_HTTP_PORT: `127.0.0.1:${ports.http}`,
      PUBLIC_HOSTS: 'nameyard.example.org,portal.example.org',
      STOREFRONT_DOMAIN: 'shops.example.org',
      TRUSTED_PROXIES: '172.16.0.0/12,192.168.0.0/16',
      BOOTSTRAP_OPERATOR_PASSWORD: PASSWORD,
    });
    await installation.up();
    await installation.runCli('tenants', 'create', 'acme', '--host', 'shop.example.com');
    await installation.runCli('storefront', 'hosts', 'add', 'pending.example.com', '--tenant', 'acme');
    ca = await installation.compose('exec', '-T', 'tls', 'cat', '/var/lib/caddy/pki/authorities/local/root.crt');
  });

  /** Sends a request to a host over TLS and verifies its certificate. */
  async function call(host: string, path: string, options: { method?: 'POST'; body?: string } = {}) {
    const dispatcher = new Agent({ connect: { ca, servername: host } });
    const headers = { host, 'content-type': 'application/json', 'x-forwarded-proto': 'http' };
    try {
      const url = `https://127.0.0.1:${ports.https}${path}`;
      const { statusCode, headers: received, body } = await request(url, { ...options, headers, dispatcher });
      return { status: statusCode, headers: received, text: await body.text() };
    } finally {
      await dispatcher.destroy();
    }
  }

  it.each(['nameyard.example.org', 'portal.example.org'])('serves the API and the portal at %s', async host => {
    expect(await call(host, '/health/live')).toMatchObject({ status: 200 });
    expect(await call(host, '/portal')).toMatchObject({ status: 200 });
  });

  it.each(['shop.example.com', 'acme.shops.example.org', 'demo.shops.example.org'])(
    'has a certificate for the storefront at %s',
    async host => {
      const response = await call(host, '/portal/api/session');
      expect([response.status, JSON.parse(response.text).error.code]).toEqual([421, 'MISDIRECTED_REQUEST']);
    },
  );

  it.each(['pending.example.com', 'nobody.shops.example.org', 'www.shops.example.org', 'other.example.net'])(
    'has no certificate for %s',
    async host => {
      await expect(call(host, '/')).rejects.toThrow(/alert|SSL|TLS/i);
    },
  );

  it('redirects HTTP to HTTPS', async () => {
    const { statusCode, headers } = await request(`http://127.0.0.1:${ports.http}/portal`, {
      headers: { host: 'nameyard.example.org' },
    });
    expect([statusCode, headers['location']]).toEqual([308, 'https://nameyard.example.org/portal']);
  });

  it('tells the API that requests arrive over HTTPS, whatever the client claims', async () => {
    const body = JSON.stringify({ email: 'operator@nameyard.test', password: PASSWORD });
    const { status, headers } = await call('nameyard.example.org', '/portal/api/session', { method: 'POST', body });
    expect([status, String(headers['set-cookie'])]).toEqual([200, expect.stringMatching(/__Host-.*; Secure/)]);
  });

  it('serves neither metrics nor the answers for TLS proxies', async () => {
    for (const path of ['/metrics', '/%6Detrics', '/internal/tls/ask?domain=shop.example.com'])
      expect([path, (await call('nameyard.example.org', path)).status]).toEqual([path, 404]);
  });
});
