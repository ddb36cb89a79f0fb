import { createCipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnknownId } from '../errors/unknown-id.js';
import { Secrets } from './secrets.js';

const KEY_BYTES = 32;
const IV_BYTES = 16;
const NUMBER_BYTES = 8;

/** What an id stands for. An id is valid only within the scope that it was made for. */
export interface IdScope {
  /** The kind of id; the text before the underscore. */
  prefix: string;
  /** The owner of the row, such as a tenant; null when it has none. */
  owner: string | null;
}

/**
 * Turns positions in tables that all tenants share into ids that are safe to show.
 *
 * A position from a global counter, such as an identity column, tells a tenant how many rows all tenants wrote between
 * two of its own. An opaque id is the encrypted position: it can be neither read, compared, guessed nor moved to
 * another tenant or kind.
 *
 * The cipher is SIV (Rogaway and Shrimpton, 2006; the construction of RFC 5297): the first 16 bytes of an HMAC-SHA-256
 * over scope and numbers are both the IV of AES-256-CTR and the authentication tag. It needs no nonce, so that a row
 * has the same id in every response and process; AES-GCM with a fixed nonce would be broken. `node:crypto` has no SIV
 * cipher, and this takes a few lines.
 *
 * The keys are derived from the encryption key of the installation. With another key, earlier ids are refused.
 */
@Injectable()
export class OpaqueIds {
  private keys: { mac: Buffer; cipher: Buffer } | undefined;

  constructor(private readonly secrets: Secrets) {}

  /**
   * The id of a row. The same scope and numbers always give the same id.
   * @param numbers decimal digits, from 0 to 2^64 - 1
   */
  encode(scope: IdScope, ...numbers: string[]): string {
    const plain = Buffer.alloc(numbers.length * NUMBER_BYTES);
    for (const [index, number] of numbers.entries()) plain.writeBigUInt64BE(BigInt(number), index * NUMBER_BYTES);
    return this.encrypt(scope, plain);
  }

  /**
   * A cursor that differs each time: two equal cursors would tell that nothing was written in between. `decode` returns
   * the random number after the others.
   */
  encodeSalted(scope: IdScope, ...numbers: string[]): string {
    return this.encode(scope, ...numbers, randomBytes(NUMBER_BYTES).readBigUInt64BE().toString());
  }

  /** The numbers of an id; undefined unless `encode` made it for the same scope. */
  decode(scope: IdScope, id: string): string[] | undefined {
    const bytes = Buffer.from(id.slice(scope.prefix.length + 1), 'base64url');
    const length = bytes.length - IV_BYTES;
    if (length <= 0 || length % NUMBER_BYTES !== 0) return undefined;
    const plain = this.applyKeyStream(bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES));
    // Comparing the whole text verifies prefix and tag, and admits a single spelling: decoding base64url is lenient.
    if (!areEqual(this.encrypt(scope, plain), id)) return undefined;
    const offsets = Array.from({ length: length / NUMBER_BYTES }, (_, index) => index * NUMBER_BYTES);
    return offsets.map(offset => plain.readBigUInt64BE(offset).toString());
  }

  /**
   * The position in a field of a request.
   * @throws UnknownId when the id is not one of this scope
   */
  decodeField(scope: IdScope, field: string, id: string): string {
    const [position] = this.decode(scope, id) ?? [];
    if (position === undefined) throw new UnknownId(field);
    return position;
  }

  private encrypt({ prefix, owner }: IdScope, plain: Buffer): string {
    // Neither part of a scope contains a NUL, so no two scopes give the same input.
    const mac = createHmac('sha256', this.derived.mac)
      .update(`${prefix}\0${owner ?? ''}\0`)
      .update(plain)
      .digest();
    const iv = mac.subarray(0, IV_BYTES);
    return `${prefix}_${Buffer.concat([iv, this.applyKeyStream(iv, plain)]).toString('base64url')}`;
  }

  /** Encrypts and decrypts: CTR mode combines the text with a key stream by XOR. */
  private applyKeyStream(iv: Buffer, text: Buffer): Buffer {
    return createCipheriv('aes-256-ctr', this.derived.cipher, iv).update(text);
  }

  private get derived() {
    if (this.keys) return this.keys;
    const bytes = this.secrets.deriveKey('opaque ids', 2 * KEY_BYTES);
    return (this.keys = { mac: bytes.subarray(0, KEY_BYTES), cipher: bytes.subarray(KEY_BYTES) });
  }
}

function areEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
