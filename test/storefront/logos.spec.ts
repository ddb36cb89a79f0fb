import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { Storefronts } from '#storefront';
import { TenantCache } from '#tenancy';
import type { Client } from '../support/client.js';
import { eventually, NOTIFICATION_MS } from '../support/eventually.js';
import { LOGO } from '../support/logo.js';
import { fieldsOf, outcomeOf } from '../support/outcome.js';
import { tenantPath, type PortalClient } from '../support/portal-client.js';
import { type Sandbox, sharedPeer, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let peer: Sandbox;
let operator: PortalClient;

beforeAll(async () => {
  sandbox = await sharedSandbox();
  peer = await sharedPeer();
  operator = await sandbox.person({ role: 'operator' });
});

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** An RGBA image of random pixels, 100 columns wide; each row takes about 400 bytes. */
function png(rows: number, ...metadata: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(100, 0);
  header.writeUInt32BE(rows, 4);
  header.set([8, 6], 8);
  const pixels = deflateSync(randomBytes(rows * 401), { level: 0 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...metadata,
    chunk('IDAT', pixels),
    chunk('IEND'),
  ]);
}

const path = (client: Client) => tenantPath(client, '/storefront/logo');
const set = (client: Client, file: Buffer) => operator.put(path(client), { data: file.toString('base64') });

describe('logo', () => {
  it.each([
    ['PNG', 'image/png', png(10)],
    ['WebP', 'image/webp', LOGO],
    ['PNG of 250 KiB', 'image/png', png(620)],
  ])('is stored and shown by every process: %s', async (_name, type, file) => {
    const client = await sandbox.tenant();
    const response = await set(client, file);
    const { hash } = response.body.data.logo;
    expect([response.status, response.body.data.logo]).toEqual([
      200,
      { type, hash: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ]);
    expect((await operator.get(path(client))).body.data).toEqual({ type, hash, data: file.toString('base64') });
    const tenant = (await peer.app.get(TenantCache).get(client.tenant.slug))!;
    const storefronts = peer.app.get(Storefronts);
    await eventually(async () => expect((await storefronts.get(tenant)).logo).toEqual({ type, hash }), NOTIFICATION_MS);
    expect(await storefronts.logo(tenant.id)).toEqual({ type, hash, body: file });
  });

  it('is stored without metadata', async () => {
    const client = await sandbox.tenant();
    await set(client, png(10, chunk('tEXt', Buffer.from('Author\0Ada Lovelace'))));
    const { data } = (await operator.get(path(client))).body.data;
    expect(Buffer.from(data, 'base64').toString('latin1')).not.toMatch(/tEXt|Lovelace/);
  });

  it('stays when other settings change, and is replaced and removed', async () => {
    const client = await sandbox.tenant();
    const first = (await set(client, png(10))).body.data.logo;
    expect((await operator.patch(tenantPath(client, '/storefront'), { name: 'Acme' })).body.data.logo).toEqual(first);
    expect((await operator.get(path(client))).status).toBe(200);
    expect((await set(client, LOGO)).body.data.logo.hash).not.toBe(first.hash);
    expect((await operator.delete(path(client))).body.data).toMatchObject({ logo: null, name: 'Acme' });
    expect(outcomeOf(await operator.get(path(client)))).toBe('404 LOGO_NOT_FOUND');
    expect(outcomeOf(await operator.delete(path(client)))).toBe('404 LOGO_NOT_FOUND');
  });

  it('is rejected unless it is a valid image, and stays as it was', async () => {
    const client = await sandbox.tenant();
    const before = (await set(client, LOGO)).body.data.logo;
    for (const file of [png(10).subarray(0, -1), png(700)])
      expect(outcomeOf(await set(client, file))).toBe('422 INVALID_LOGO');
    expect((await operator.get(tenantPath(client, '/storefront'))).body.data.logo).toEqual(before);
  });

  it.each([undefined, null, '', 7, 'not base64!', 'YQ', 'data:image/png;base64,YQ=='])(
    'is rejected if its data is not base64: %j',
    async data => {
      const response = await operator.put(path(await sandbox.tenant()), { data });
      expect([outcomeOf(response), fieldsOf(response)]).toEqual(['422 VALIDATION_FAILED', ['data']]);
    },
  );

  it('is the only change with a body of more than 64 KiB', async () => {
    const client = await sandbox.tenant();
    const data = 'A'.repeat(600 * 1_024);
    expect(outcomeOf(await operator.put(path(client), { data }))).toBe('413 PAYLOAD_TOO_LARGE');
    const name = 'A'.repeat(70 * 1_024);
    expect(outcomeOf(await operator.patch(tenantPath(client, '/storefront'), { name }))).toBe('413 PAYLOAD_TOO_LARGE');
  });

  it('is accepted as JSON only', async () => {
    const headers = { 'Content-Type': 'image/png' };
    const response = await operator.call({ method: 'PUT', path: path(await sandbox.tenant()), headers, body: png(10) });
    expect(outcomeOf(response)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });
});
