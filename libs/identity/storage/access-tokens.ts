import { Statement } from '#platform/database';
import type { Role } from '../model/person.js';

/** An active token and its person. */
export interface TokenRow {
  id: string;
  name: string;
  limitedTo: string[] | null;
  readOnly: boolean;
  personId: string;
  email: string;
  role: Role;
  tenantIds: string[];
  lastUsedAt: Date | null;
}

/** Finds a token that is neither revoked nor expired, of a person who is not disabled. */
export const findToken = new Statement<TokenRow, { hash: string; now: Date }>(
  'identity.token',
  `SELECT t.id, t.name, t.tenant_ids AS "limitedTo", t.read_only AS "readOnly", t.last_used_at AS "lastUsedAt", p.id AS "personId", p.email, p.role,
     p.tenant_ids AS "tenantIds"
   FROM identity.tokens t JOIN identity.people p ON p.id = t.person_id
   WHERE t.hash = :hash AND t.revoked_at IS NULL AND t.expires_at > :now AND p.disabled_at IS NULL`,
);

export const markTokenUsed = new Statement<never, { id: string; now: Date }>(
  'identity.token-used',
  'UPDATE identity.tokens SET last_used_at = :now WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :now)',
);
