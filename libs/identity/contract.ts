import {
  BooleanField,
  DateTime,
  EmailField,
  IntegerField,
  NextCursor,
  NullableDateTime,
  NullableText,
  OpaquePageCursor,
  PageLimit,
  PasswordField,
  Property,
  StringListField,
  TextField,
  DateTimeParameter,
  TextParameter,
} from '#platform/contract';
import { Confirmation } from './contract/confirmation.js';
import { DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS } from './model/access-token.js';

export * from './contract/confirmation.js';
export * from './contract/factors.js';
export * from './contract/links.js';
export * from './contract/passkeys.js';
export * from './contract/people.js';
export * from './contract/sessions.js';

export class LoginRequest {
  /** Email address of the account. @example ada@example.com */
  @EmailField() email: string;

  /** Password of the account. @example "correct horse battery staple" */
  @PasswordField({ max: 1_024 }) password: string;
}

export class LoginMethods {
  @NullableText('Name of the OpenID Connect provider; null if none is set.', 'Acme') openid: string | null;

  /** Whether anybody can log in with a passkey at the host of the request. */
  passkeys: boolean;
}

export class PasswordRequest extends Confirmation {
  /** New password (12–128 characters, not a common one). @example "another horse altogether" */
  @PasswordField({ max: 1_024 }) password: string;
}

export class AccessTokenView {
  /** ID of the access token. @example pat_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  id: string;

  /** Name of the access token. @example Terraform */
  name: string;

  /** Prefix and the first and last four random characters of the value. @example ny_pat_abcd…wxyz */
  hint: string;

  /** Slugs of the tenants that the token is limited to; null for all tenants of the person. @example ["demo"] */
  tenants: string[] | null;

  /** Whether the token can only read: it can send GET and HEAD requests only. */
  read_only: boolean;

  /** Status of the token. */
  @Property({ enum: ['active', 'expired', 'revoked'] }) status: 'active' | 'expired' | 'revoked';

  /** Time when the token was created. */
  @DateTime() created_at: string;

  /** Time when the token expires. */
  @DateTime() expires_at: string;

  @NullableDateTime('Time when the token was revoked; null if it was not.', null) revoked_at: string | null;

  @NullableDateTime('Time of the last use, at most a minute late; null if the token was not used.')
  last_used_at: string | null;
}

export class AccessTokensView {
  /** Access tokens, newest first. */
  tokens: AccessTokenView[];
}

export class NewAccessTokenRequest extends Confirmation {
  /** Name of the access token, shown in the audit log. @example Terraform */
  @TextField({ max: 100 }) name: string;

  /** Slugs of the tenants that the token is limited to; default: all that the person can see. @example ["demo"] */
  @StringListField({ minItems: 1, maxItems: 100, optional: true }) tenants?: string[];

  /** Whether the token can only read: it can send GET and HEAD requests only (default false). */
  @BooleanField({ optional: true }) read_only?: boolean;

  @IntegerField({
    min: 1,
    max: MAX_TOKEN_DAYS,
    optional: true,
    description: `Days until the token expires (1–${MAX_TOKEN_DAYS}, default ${DEFAULT_TOKEN_DAYS}).`,
    example: DEFAULT_TOKEN_DAYS,
  })
  days?: number;
}

export class AccessTokenWithValue {
  /** The access token. */
  token: AccessTokenView;

  /** Value of the access token. Shown only once. @example ny_pat_… */
  value: string;
}

/** Prefix of the opaque ids of audit entries. */
export const AUDIT_PREFIX = 'aud';

export class AuditQuery {
  /** Only entries about this tenant (slug). @example demo */
  @TextParameter() tenant?: string;

  /** Only entries with this action, or with actions that start with it and a dot. @example key */
  @TextParameter() action?: string;

  /** Only entries whose actor contains this text, among the newest 100,000. @example ada@example.com */
  @TextParameter() actor?: string;

  /** Only entries that contain this text, among the newest 100,000: actor, address, action, subject, or a value before or after the change. @example key_0192 */
  @TextParameter() find?: string;

  /** Only entries from this time on. */
  @DateTimeParameter() from?: string;

  /** Only entries before this time. */
  @DateTimeParameter() to?: string;

  @OpaquePageCursor('aud_b0J7xq5sZr1cD3kWmY8uTgVnPaLhE2oR') before?: string;

  @PageLimit('entries') limit: number;
}

export class AuditEntry {
  /** ID of the entry. Opaque; IDs do not sort by time. @example aud_b0J7xq5sZr1cD3kWmY8uTgVnPaLhE2oR */
  id: string;

  /** Time of the change. */
  @DateTime() at: string;

  @NullableText('Slug of the affected tenant, if any.', 'demo') tenant: string | null;

  /** Email address of the person who made the change, or the command line. @example ada@example.com */
  actor: string;

  @NullableText('IP address of the request; null for the command line.', '192.0.2.7') address: string | null;

  /** What was done. @example key.revoke */
  action: string;

  /** ID of the changed object. @example key_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  subject: string;

  /** Changed fields before the change; null for a new object. @example { "status": "active" } */
  @Property({ type: Object, additionalProperties: true }) before: object | null;

  /** Changed fields after the change; null for a removed object. @example { "status": "revoked" } */
  @Property({ type: Object, additionalProperties: true }) after: object | null;
}

export class AuditPage {
  /** Entries, newest first. */
  entries: AuditEntry[];

  @NextCursor('aud_b0J7xq5sZr1cD3kWmY8uTgVnPaLhE2oR') next: string | null;
}
