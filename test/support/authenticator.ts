import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

const base64url = (bytes: Buffer): string => bytes.toString('base64url');

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** The type and length (or value) of an item in CBOR (RFC 8949, section 3). */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256 ? Buffer.from([(major << 5) | 24, value]) : Buffer.from([(major << 5) | 25, value >> 8, value]);
}

const cbor = {
  integer: (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value)),
  bytes: (value: Buffer) => Buffer.concat([head(2, value.length), value]),
  text: (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]),
  map: (...entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]),
};

/** A device with one passkey (WebAuthn level 3, section 6), as far as it answers one browser. */
export class Authenticator {
  readonly id = randomBytes(16);
  counter = 0;
  /** Whether it asks for a PIN or biometrics. */
  verifiesUser = true;
  private readonly privateKey: KeyObject;
  private readonly coseKey: Buffer;

  /** @param origin of the page that uses the passkey */
  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    this.privateKey = privateKey;
    // Key type EC2, algorithm ES256, curve P-256 (RFC 9053).
    this.coseKey = cbor.map(
      [cbor.integer(1), cbor.integer(2)],
      [cbor.integer(3), cbor.integer(-7)],
      [cbor.integer(-1), cbor.integer(1)],
      [cbor.integer(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
      [cbor.integer(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
    );
  }

  /** The body of `POST factors/passkeys`. */
  attest({ challenge, rp }: Options, name = 'Test device') {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.coseKey]);
    const data = Buffer.concat([this.dataFor(rp!.id, FLAGS.attested), credential]);
    const attestation = cbor.map(
      [cbor.text('fmt'), cbor.text('none')],
      [cbor.text('attStmt'), cbor.map()],
      [cbor.text('authData'), cbor.bytes(data)],
    );
    return {
      name,
      credential_id: base64url(this.id),
      client_data: base64url(this.clientData('webauthn.create', challenge)),
      attestation: base64url(attestation),
      transports: ['internal'],
    };
  }

  /** The body of `POST session/passkey` and of `POST session/second-step`. */
  assert({ challenge, rpId }: Options) {
    const [data, clientData] = [this.dataFor(rpId!, 0), this.clientData('webauthn.get', challenge)];
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.privateKey);
    return {
      credential_id: base64url(this.id),
      client_data: base64url(clientData),
      authenticator_data: base64url(data),
      signature: base64url(signature),
    };
  }

  private dataFor(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = flags | FLAGS.present | (this.verifiesUser ? FLAGS.verified : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter]);
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }
}
