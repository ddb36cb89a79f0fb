import { ApiProperty } from '@nestjs/swagger';
import {
  BooleanField,
  EmailField,
  EnumField,
  NextCursor,
  OpaquePageCursor,
  PageLimit,
  PasswordField,
  StringListField,
  TextParameter,
  NullableText,
} from '#platform/contract';
import { type Role, ROLES } from './model/person.js';

export class LoginRequest {
  @EmailField({ description: 'Email address of the account.', example: 'ada@example.com' })
  email: string;

  @PasswordField({ max: 1_024, description: 'Password of the account.', example: 'correct horse battery staple' })
  password: string;
}

export class PasswordRequest {
  @PasswordField({ max: 1_024, description: 'Current password.', example: 'correct horse battery staple' })
  current: string;

  @PasswordField({ max: 1_024, description: 'New password (12–128 characters).', example: 'another horse altogether' })
  password: string;
}

/** A list of tenants' slugs. */
const Tenants = () =>
  StringListField({
    maxItems: 100,
    optional: true,
    description: 'Slugs of the tenants that a developer can see. Operators see all tenants.',
    example: ['demo'],
  });

const RoleField = (optional: boolean) =>
  EnumField({
    of: ROLES,
    optional,
    description: 'Role. Operators manage the installation, developers work with their own tenants.',
  });

export class NewPersonRequest {
  @EmailField({ description: 'Email address to log in with.', example: 'ada@example.com' })
  email: string;

  @RoleField(false)
  role: Role;

  @Tenants()
  tenants?: string[];
}

export class PersonChange {
  @RoleField(true)
  role?: Role;

  @Tenants()
  tenants?: string[];

  @BooleanField({ optional: true, description: 'Whether the account is disabled and cannot log in.' })
  disabled?: boolean;
}

export class TenantOfPerson {
  @ApiProperty({ description: 'Slug of the tenant.', example: 'demo' })
  slug: string;

  @ApiProperty({ description: 'Name of the tenant.', example: 'Demo shop' })
  name: string;
}

export class PersonView {
  @ApiProperty({ description: 'Account ID.', example: 'usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({
    description: 'Email address; may contain non-ASCII characters (RFC 6532).',
    example: 'ada@example.com',
  })
  email: string;

  @ApiProperty({ enum: ROLES, description: 'Role of the person.' })
  role: Role;

  @ApiProperty({
    type: [TenantOfPerson],
    description: 'Tenants that the person can see; for an operator, all tenants.',
  })
  tenants: TenantOfPerson[];

  @ApiProperty({ description: 'Whether the account is disabled and cannot log in.' })
  disabled: boolean;

  @ApiProperty({ format: 'date-time', description: 'Time when the account was created.' })
  created_at: string;
}

export class PeopleView {
  @ApiProperty({ type: [PersonView], description: 'Accounts, sorted by email address.' })
  people: PersonView[];
}

export class PersonWithPassword {
  @ApiProperty({ type: PersonView, description: 'The account.' })
  person: PersonView;

  @ApiProperty({ description: 'Generated password. Shown only once.', example: 'k7m2p-x9qwe-3hn5t-v8bcd' })
  password: string;
}

export class SessionsEnded {
  @ApiProperty({ type: 'integer', description: 'Number of ended sessions.', example: 3 })
  ended: number;
}

/** Prefix of the opaque ids of audit entries. */
export const AUDIT_PREFIX = 'aud';

export class AuditQuery {
  @TextParameter({ description: 'Only entries about this tenant (slug).', example: 'demo' })
  tenant?: string;

  @TextParameter({
    description: 'Only entries with this action, or with actions that start with it and a dot.',
    example: 'key',
  })
  action?: string;

  @OpaquePageCursor('aud_b0J7xq5sZr1cD3kWmY8uTgVnPaLhE2oR')
  before?: string;

  @PageLimit('entries')
  limit: number;
}

export class AuditEntry {
  @ApiProperty({
    description: 'ID of the entry. Opaque; IDs do not sort by time.',
    example: 'aud_b0J7xq5sZr1cD3kWmY8uTgVnPaLhE2oR',
  })
  id: string;

  @ApiProperty({ format: 'date-time', description: 'Time of the change.' })
  at: string;

  @NullableText('Slug of the affected tenant, if any.', 'demo')
  tenant: string | null;

  @ApiProperty({
    description: 'Email address of the person who made the change, or the command line.',
    example: 'ada@example.com',
  })
  actor: string;

  @NullableText('IP address of the request; null for the command line.', '192.0.2.7')
  address: string | null;

  @ApiProperty({ description: 'What was done.', example: 'key.revoke' })
  action: string;

  @ApiProperty({ description: 'ID of the changed object.', example: 'key_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  subject: string;

  @ApiProperty({
    type: Object,
    nullable: true,
    additionalProperties: true,
    description: 'Changed fields before the change; null for a new object.',
    example: { status: 'active' },
  })
  before: object | null;

  @ApiProperty({
    type: Object,
    nullable: true,
    additionalProperties: true,
    description: 'Changed fields after the change; null for a removed object.',
    example: { status: 'revoked' },
  })
  after: object | null;
}

export class AuditPage {
  @ApiProperty({ type: [AuditEntry], description: 'Entries, newest first.' })
  entries: AuditEntry[];

  @NextCursor('aud_b0J7xq5sZr1cD3kWmY8uTgVnPaLhE2oR')
  next: string | null;
}
