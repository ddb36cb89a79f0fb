import { createCipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnknownId } from '../../http/errors/validation-failed.js';
import { Secrets } from './secrets.js';

const KEY_BYTES = 32;
const IV_BYTES = 16;
const NUMBER_BYTES = 8;

/** An ID is valid only in the scope that it was encoded for. */
export interface IdScope {
  /** The kind of ID: the text before the underscore. */
  prefix: string;
  /** The owner of the row, for example a tenant; null if there is none. */
  owner: string | null;
}

/**
 * Encodes positions in tables that all tenants share as IDs that are safe to publish.
 *
 * The values of a global counter, such as an identity column, tell a tenant how many rows all tenants wrote between two of
 * its own. An opaque ID is the encrypted position: it cannot be read, compared, guessed or used for another tenant or kind.
 *
 * The cipher is SIV (Rogaway and Shrimpton, 2006; the construction of RFC 5297): the first 16 bytes of an HMAC-SHA-256
 * over scope and numbers are both the IV of AES-256-CTR and the authentication tag. It needs no nonce, so that a row
 * has the same ID in every response and process; AES-GCM with a fixed nonce would be insecure. `node:crypto` has no SIV
 * cipher.
 *
 * The keys are derived from the encryption key of the installation. While that key is rotated, IDs of the previous key are valid
 * as well; afterwards they are not.
 */
@Injectable()
export class OpaqueIds {
  private keys: DerivedKeys[] | undefined;

  constructor(private readonly secrets: Secrets) {}

  /**
   * The ID of a row. The same scope and numbers always give the same ID.
   * @param numbers decimal digits, from 0 to 2^64 - 1
   */
  encode(scope: IdScope, ...numbers: string[]): string {
    const plain = Buffer.alloc(numbers.length * NUMBER_BYTES);
    for (const [index, number] of numbers.entries()) plain.writeBigUInt64BE(BigInt(number), index * NUMBER_BYTES);
    return encrypt(this.derived[0]!, scope, plain);
  }

  /**
   * A cursor that differs each time: two equal cursors would reveal that nothing was written in between. `decode` returns
   * the random number after the others.
   */
  encodeSalted(scope: IdScope, ...numbers: string[]): string {
    return this.encode(scope, ...numbers, randomBytes(NUMBER_BYTES).readBigUInt64BE().toString());
  }

  /** The numbers of an ID; undefined unless it was encoded for the same scope. */
  decode(scope: IdScope, id: string): string[] | undefined {
    const bytes = Buffer.from(id.slice(scope.prefix.length + 1), 'base64url');
    const length = bytes.length - IV_BYTES;
    if (length <= 0 || length % NUMBER_BYTES !== 0) return undefined;
    for (const keys of this.derived) {
      const plain = applyKeyStream(keys, bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES));
      // Compares the whole text, because base64url decoding accepts several spellings of the same bytes.
      if (!areEqual(encrypt(keys, scope, plain), id)) continue;
      const offsets = Array.from({ length: length / NUMBER_BYTES }, (_, index) => index * NUMBER_BYTES);
      return offsets.map(offset => plain.readBigUInt64BE(offset).toString());
    }
    return undefined;
  }

  /**
   * The position in a field of a request.
   * @throws UnknownId when the ID is invalid in this scope
   */
  decodeField(scope: IdScope, field: string, id: string): string {
    const [position] = this.decode(scope, id) ?? [];
    if (position === undefined) throw new UnknownId(field);
    return position;
  }

  private get derived(): DerivedKeys[] {
    return (this.keys ??= this.secrets
      .deriveKeys('opaque ids', 2 * KEY_BYTES)
      .map(bytes => ({ mac: bytes.subarray(0, KEY_BYTES), cipher: bytes.subarray(KEY_BYTES) })));
  }
}

interface DerivedKeys {
  mac: Buffer;
  cipher: Buffer;
}

function encrypt(keys: DerivedKeys, { prefix, owner }: IdScope, plain: Buffer): string {
  // The parts of a scope do not contain NUL, so that different scopes never give the same input.
  const mac = createHmac('sha256', keys.mac)
    .update(`${prefix}\0${owner ?? ''}\0`)
    .update(plain)
    .digest();
  const iv = mac.subarray(0, IV_BYTES);
  return `${prefix}_${Buffer.concat([iv, applyKeyStream(keys, iv, plain)]).toString('base64url')}`;
}

/** Encrypts and decrypts: CTR mode combines the text with a key stream by XOR. */
const applyKeyStream = ({ cipher }: DerivedKeys, iv: Buffer, text: Buffer): Buffer =>
  createCipheriv('aes-256-ctr', cipher, iv).update(text);

function areEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
