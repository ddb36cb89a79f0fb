import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HostCookie } from '#platform/http';
import type { Secrets } from '#platform/security/secrets';
import type { Storefront } from '#storefront';

const cookie = new HostCookie('nameyard_entry', 30 * 24 * 3_600);

/** Checks access codes. A cookie proves that a browser has entered the code, until the code is changed. */
export class AccessCodes {
  private derived: [Buffer, ...Buffer[]] | undefined;

  constructor(private readonly secrets: Secrets) {}

  isEntered(request: FastifyRequest, storefront: Storefront): boolean {
    const proof = cookie.read(request);
    return proof !== undefined && this.keys.some(key => areEqual(proof, proofOf(storefront, key)));
  }

  /** Sets the cookie and returns true if the code is correct. Ignores case. */
  enter(reply: FastifyReply, storefront: Storefront, entered: string): boolean {
    if (storefront.code === null || !areEqual(normalize(entered), normalize(storefront.code))) return false;
    cookie.set(reply, proofOf(storefront, this.keys[0]));
    return true;
  }

  private get keys() {
    return (this.derived ??= this.secrets.deriveKeys('storefront entry', 32));
  }
}

const proofOf = ({ tenantId, code }: Storefront, key: Buffer): string =>
  createHmac('sha256', key)
    .update(`${tenantId}\0${code ?? ''}`)
    .digest('base64url');

const normalize = (code: string): string => code.trim().toLowerCase().normalize('NFC');

/** Compares in constant time. */
export function areEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
