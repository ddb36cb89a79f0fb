import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A signing secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The last characters, by which people tell secrets apart. */
export const hintOf = (secret: string): string => `${PREFIX}…${secret.slice(-5)}`;

/**
 * The three headers of a signed message (Standard Webhooks 1.0, "Webhook metadata" and "Signature scheme"). While a
 * secret is being replaced there is a signature of each, the newest first.
 */
export function signedHeaders(secrets: string[], message: { id: string; body: string; at: Date }) {
  const timestamp = String(Math.floor(message.at.getTime() / 1_000));
  const signatures = secrets.map(secret => `v1,${hmac(secret, `${message.id}.${timestamp}.${message.body}`)}`);
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function hmac(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
