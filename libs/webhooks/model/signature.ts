import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Generates a signing secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The last characters of a secret, by which people identify it. */
export const hintOf = (secret: string): string => `${PREFIX}…${secret.slice(-5)}`;

/**
 * The headers of a signed message (Standard Webhooks 1.0, "Webhook metadata" and "Signature scheme"), with one signature
 * for each secret.
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
