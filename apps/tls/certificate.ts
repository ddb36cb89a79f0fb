import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { createDataDir } from '#platform/process/config';

const DAY_MS = 24 * 3_600_000;
/** Validity of certificates. Browsers accept at most 398 days. */
const VALID_MS = 397 * DAY_MS;
const MIN_REMAINING_MS = 30 * DAY_MS;

/** File of the trust store for Java, which users create with the CA. */
export const TRUST_STORE = 'truststore.p12';

const LOCAL_NAMES = ['localhost', '*.localhost', '127.0.0.1', '::1'];

export interface Certificate {
  cert: string;
  key: string;
  /** Path of the certificate of the CA. */
  ca: string;
  /** Path of a file with the CA and the root certificates of Node.js, for clients that trust only one file. */
  bundle: string;
}

/** Loads the certificate in `DATA_DIR/tls`. If it is missing, has other names or expires soon, issues a new one with a new CA. */
export async function loadCertificate(dataDir: string, names: readonly string[]): Promise<Certificate> {
  const folder = resolve(dataDir, 'tls');
  const wanted = [...new Set([...LOCAL_NAMES, ...names])];
  createDataDir(folder);
  chmodSync(folder, 0o700);
  const pathOf = (file: string) => join(folder, file);
  const [ca, bundle, cert, key] = [pathOf('ca.pem'), pathOf('bundle.pem'), pathOf('cert.pem'), pathOf('key.pem')];
  if (![ca, bundle, key].every(file => existsSync(file)) || !isUsable(cert, wanted)) {
    const issued = await issue(wanted);
    for (const outdated of [cert, pathOf(TRUST_STORE)]) rmSync(outdated, { force: true });
    write(key, issued.key, 0o600);
    write(bundle, [...rootCertificates, issued.ca].join('\n'));
    write(ca, issued.ca);
    // Written last, so that the other files are complete if a certificate exists.
    write(cert, issued.cert);
  }
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8'), ca, bundle };
}

const write = (file: string, text: string, mode = 0o644) => writeFileSync(file, `${text.trim()}\n`, { mode });

function isUsable(file: string, names: string[]): boolean {
  try {
    const { validTo, subjectAltName = '' } = new X509Certificate(readFileSync(file));
    return subjectAltName === altNamesOf(names) && Date.parse(validTo) - Date.now() > MIN_REMAINING_MS;
  } catch {
    return false;
  }
}

/** The names in the format of `X509Certificate.subjectAltName` of Node.js. */
const altNamesOf = (names: string[]): string =>
  names
    .map(name => (isIP(name) ? `IP Address:${name === '::1' ? '0:0:0:0:0:0:0:1' : name}` : `DNS:${name}`))
    .join(', ');

/** Issues a certificate with a new CA. The key of the CA is not stored, so that nobody can issue further certificates. */
async function issue(names: string[]): Promise<{ ca: string; cert: string; key: string }> {
  // Imported here, because only installations with TLS need it.
  const x509 = await import('@peculiar/x509');
  const { subtle } = globalThis.crypto;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const newKeys = () => subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [caKeys, keys] = [await newKeys(), await newKeys()];
  const notBefore = new Date(Date.now() - DAY_MS);
  const validity = { notBefore, notAfter: new Date(notBefore.getTime() + VALID_MS), signingAlgorithm: algorithm };
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: `CN=Nameyard local CA ${notBefore.toISOString().slice(0, 10)}`,
    keys: caKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const cert = await x509.X509CertificateGenerator.create({
    ...validity,
    subject: 'CN=localhost',
    issuer: ca.subject,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map(value => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(caKeys.publicKey),
    ],
  });
  const key = x509.PemConverter.encode(await subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { ca: ca.toString('pem'), cert: cert.toString('pem'), key };
}
