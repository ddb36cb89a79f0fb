import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { originOf, rejectContentEncoding } from '#platform/http';
import { fingerprintOf, type IdempotentRequest } from '#platform/http/idempotency';
import type { Secrets } from '#platform/security/secrets';
import { areEqual } from './access-codes.js';
import { ForeignForm } from './errors.js';
import type { Visit } from './visit.js';

/** Maximum size of a form in bytes; the largest form has about 1 kB. */
const BODY_LIMIT = 16 * 1_024;
const NONCE_BYTES = 12;

/** The fields of a sent form. */
export type Fields = Record<string, string>;

/** Accepts only forms as bodies. Of a field that is sent twice, the last value counts. */
export function installFormBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    async ({ headers }: FastifyRequest, body: string) => {
      rejectContentEncoding(headers['content-encoding']);
      return Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(body)));
    },
  );
}

/**
 * Protects against cross-site request forgery: a form contains a token of the visitor, and browsers send the origin of the
 * page. The token also identifies the form, so that a form that is sent twice has one effect.
 */
export class FormTokens {
  private derived: [Buffer, ...Buffer[]] | undefined;

  constructor(private readonly secrets: Secrets) {}

  create(visit: Visit): string {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return `${nonce}.${sign(nonce, visit, this.keys[0])}`;
  }

  /**
   * Returns the fields of the form.
   * @throws ForeignForm
   */
  read(visit: Visit): Fields {
    const { request } = visit;
    requireOwnOrigin(request);
    const fields = (request.body ?? {}) as Fields;
    const [nonce = '', signature = ''] = (fields['token'] ?? '').split('.');
    if (!this.keys.some(key => areEqual(signature, sign(nonce, visit, key)))) throw new ForeignForm();
    return fields;
  }

  private get keys() {
    return (this.derived ??= this.secrets.deriveKeys('storefront forms', 32));
  }
}

const sign = (nonce: string, { visitor, tenant }: Visit, key: Buffer): string =>
  createHmac('sha256', key).update(`${nonce}\0${visitor}\0${tenant.id}`).digest('base64url');

/** The idempotency key of a sent form, so that a form that is sent twice places one order. */
export function idempotentRequestOf(
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
