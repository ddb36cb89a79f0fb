import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { rootCertificates } from 'node:tls';
import { jest } from '@jest/globals';
import { loadCertificate } from '../../apps/tls/certificate.js';
import { listenTls } from '../../apps/tls/listen-tls.js';
import { blocksOf, commandsIn, page } from '../cli/documented.js';
import { runCommand } from '../processes/nameyard.js';
import { Program } from '../processes/program.js';
import { folderWithPostgres } from '../processes/postgres.js';
import { CLI, temporaryFolder } from '../support/paths.js';
import { startSandbox } from '../support/sandbox.js';

/** Gets a path over HTTPS, as Node.js does with NODE_EXTRA_CA_CERTS. */
async function get(url: string, ca: string, headers = {}): Promise<{ status: number; body: string }> {
  const options = { ca: readFileSync(ca), headers, agent: false } as const;
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(url, options, resolve).once('error', reject).end();
  });
  return { status: response.statusCode!, body: await text(response) };
}

describe('the HTTPS listener', () => {
  it('serves everything with a certificate for local names', async () => {
    const sandbox = await startSandbox();
    const client = await sandbox.tenant();
    const dataDir = temporaryFolder();
    const settings = { host: '127.0.0.1', tlsPort: 0, tlsNames: ['shop.example'], dataDir };
    const { origin, ca, bundle } = (await listenTls(sandbox.app, settings))!;
    const authorization = `Bearer ${client.key.value}`;
    expect(JSON.parse((await get(`${origin}/facades/dnsimple/v2/whoami`, ca, { authorization })).body)).toMatchObject({
      data: { account: { email: `${client.tenant.slug}@nameyard.invalid` } },
    });
    expect((await get(`${origin.replace('127.0.0.1', 'localhost')}/health/live`, bundle)).status).toBe(200);
    const { subjectAltName } = new X509Certificate(readFileSync(join(dataDir, 'tls/cert.pem')));
    expect(subjectAltName).toBe(
      'DNS:localhost, DNS:*.localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:shop.example',
    );
    expect((await get(`${origin}/portal/api/session`, ca)).status).toBe(401);
  });
});

describe('the certificate', () => {
  it('is issued by a CA whose key is not kept, in a folder for this user only', async () => {
    const dataDir = temporaryFolder();
    const { ca, bundle, cert, key } = await loadCertificate(dataDir, []);
    const issuer = new X509Certificate(readFileSync(ca));
    expect(issuer.ca).toBe(true);
    expect(new X509Certificate(cert).verify(issuer.publicKey)).toBe(true);
    expect(key.match(/PRIVATE KEY/g)).toHaveLength(2);
    expect(readFileSync(bundle, 'utf8').match(/BEGIN CERT/g)).toHaveLength(rootCertificates.length + 1);
    const modes = ['tls', 'tls/key.pem'].map(path => statSync(join(dataDir, path)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
  });

  it('is kept until it lacks a name, expires within 30 days, or is damaged', async () => {
    const dataDir = temporaryFolder();
    const first = await loadCertificate(dataDir, []);
    const trustStore = join(dataDir, 'tls/truststore.p12');
    writeFileSync(trustStore, 'with the first CA');
    expect(await loadCertificate(dataDir, [])).toEqual(first);
    expect(existsSync(trustStore)).toBe(true);
    const second = await loadCertificate(dataDir, ['shop.example']);
    expect(second.cert).not.toBe(first.cert);
    expect(existsSync(trustStore)).toBe(false);
    const { validTo } = new X509Certificate(second.cert);
    const today = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(validTo) - 31 * 24 * 3_600_000);
    expect((await loadCertificate(dataDir, ['shop.example'])).cert).toBe(second.cert);
    today.mockReturnValue(Date.parse(validTo) - 29 * 24 * 3_600_000);
    const third = await loadCertificate(dataDir, ['shop.example']);
    expect(Date.parse(new X509Certificate(third.cert).validTo)).toBeGreaterThan(Date.parse(validTo));
    today.mockRestore();
    writeFileSync(join(dataDir, 'tls/cert.pem'), 'none');
    expect((await loadCertificate(dataDir, ['shop.example'])).cert).toContain('BEGIN CERTIFICATE');
  });

  it('matches the key after an issue that failed between two files', async () => {
    const dataDir = temporaryFolder();
    const { ca, bundle } = await loadCertificate(dataDir, []);
    rmSync(bundle);
    rmSync(ca);
    mkdirSync(ca);
    await expect(loadCertificate(dataDir, [])).rejects.toThrow('EISDIR');
    rmdirSync(ca);
    writeFileSync(ca, 'of an earlier issue');
    const { cert, key } = await loadCertificate(dataDir, []);
    expect(new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))).toBe(true);
  });
});

/** The arguments of the first command that a page shows, which starts Nameyard. */
const startOn = async (name: string) => (await commandsIn(blocksOf(page(name), 'sh')[0]!))[0]!;

describe('nameyard start --tls', () => {
  const env = { DATA_DIR: folderWithPostgres(), PORT: '0', LOG_LEVEL: 'warn', METRICS_PORT: '0' };

  it('adds the address and the files to the line of --json', async () => {
    const args = await startOn('facades-cloudflare');
    const program = new Program(process.execPath, [CLI, ...args, '--json', '--tls-port', '0'], env);
    await program.waitForOutput('"tls"');
    const { tls } = JSON.parse(program.stdout.split('\n').find(line => line.startsWith('{'))!);
    expect(tls).toEqual({
      origin: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      ca: join(env.DATA_DIR, 'tls/ca.pem'),
      bundle: join(env.DATA_DIR, 'tls/bundle.pem'),
    });
    expect((await get(`${tls.origin}/health/ready`, tls.ca)).status).toBe(200);
    expect((await program.end()).code).toBe(0);
  });

  it('prints how clients trust the certificate', async () => {
    const args = await startOn('facades-dnsimple');
    const program = new Program(process.execPath, [CLI, ...args, '--tls-port', '0'], env);
    await program.waitForOutput('Stop with Ctrl-C');
    const folder = join(env.DATA_DIR, 'tls');
    for (const line of [
      `NODE_EXTRA_CA_CERTS=${folder}/ca.pem`,
      `SSL_CERT_FILE=${folder}/bundle.pem`,
      `REQUESTS_CA_BUNDLE=${folder}/bundle.pem`,
      `JAVA_TOOL_OPTIONS="-Djavax.net.ssl.trustStore=${folder}/truststore.p12 -Djavax`,
      `keytool -importcert -noprompt -alias nameyard -file ${folder}/ca.pem -keystore ${folder}/truststore.p12`,
      `client.session.verify = '${folder}/bundle.pem'`,
    ])
      expect(program.stdout).toContain(line);
    await program.end();
  });

  it('refuses a --tls-name that is no host name', async () => {
    const { code, stderr } = await runCommand(['start', '--tls-name', 'a b'], env);
    expect(code).toBe(1);
    expect(stderr).toContain('a host name such as sandbox.example.com');
  });
});
