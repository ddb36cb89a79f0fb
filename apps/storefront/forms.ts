import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { originOf } from '#platform/http';
import { fingerprintOf, type IdempotentRequest } from '#platform/idempotency';
import type { Secrets } from '#platform/secrets';
import { ForeignForm } from './errors.js';
import type { Visit } from './visit.js';

/** The longest form has about 1 kB. */
const BODY_LIMIT = 16 * 1_024;
const NONCE_BYTES = 12;

/** The fields of a sent form. */
export type Fields = Record<string, string>;

/** Reads forms and nothing else; a field that is sent twice has its last value. */
export function installFormBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) =>
      done(null, Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(String(body))))),
  );
}

/**
 * Protects forms against other sites: a form contains a token that only its visitor's pages show, and browsers send the
 * origin of the page with it. The token also identifies the form, so that sending it twice has one effect.
 */
export class FormTokens {
  private derived: Buffer | undefined;

  constructor(private readonly secrets: Secrets) {}

  create({ visitor, tenant }: Visit): string {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return `${nonce}.${this.sign(nonce, visitor, tenant.id)}`;
  }

  /**
   * Returns the fields of the form.
   * @throws ForeignForm
   */
  read({ request, visitor, tenant }: Visit): Fields {
    requireOwnOrigin(request);
    const fields = (request.body ?? {}) as Fields;
    const [nonce = '', signature = ''] = (fields['token'] ?? '').split('.');
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.sign(nonce, visitor, tenant.id))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new ForeignForm();
    return fields;
  }

  private sign(nonce: string, visitor: string, tenantId: string): string {
    this.derived ??= this.secrets.deriveKey('storefront forms', 32);
    return createHmac('sha256', this.derived).update(`${nonce}\0${visitor}\0${tenantId}`).digest('base64url');
  }
}

/** Identifies a sent form, so that a form that is sent twice places one order. */
export function onceFor(
  { tenant }: Visit,
  name: 'order' | 'renew',
  { token = '', ...fields }: Fields,
): IdempotentRequest {
  const fingerprint = fingerprintOf(fields);
  const key = `${token.split('.', 1)[0]}-${fingerprint}`;
  return { tenantId: tenant.id, endpoint: `storefront/${name}`, key, fingerprint, replayed: false };
}

/** Browsers send `Origin` with every form. */
function requireOwnOrigin({ headers, protocol, host }: FastifyRequest): void {
  const own = originOf(protocol, host);
  if (own === undefined || headers.origin !== own) throw new ForeignForm();
}
