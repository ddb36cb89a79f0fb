import { ApiProperty } from '@nestjs/swagger';
import { Choice, EmailAddress, Flag, QueryOpaqueId, QueryText, QueryWhole, Secret, Words } from '#platform/contract';

const ROLES = ['operator', 'developer'];

export class LoginRequest {
  @EmailAddress({ description: 'Whose account it is.', example: 'ada@example.com' })
  email: string;

  @Secret({ max: 1_024, description: 'The password.', example: 'correct horse battery staple' })
  password: string;
}

export class PasswordRequest {
  @Secret({ max: 1_024, description: 'The present password.', example: 'correct horse battery staple' })
  current: string;

  @Secret({ max: 1_024, description: 'The new one: 12 to 128 characters.', example: 'another horse altogether' })
  password: string;
}

/** A list of tenants' slugs. */
const Tenants = () =>
  Words({ most: 100, optional: true, description: "Slugs of a developer's tenants.", example: ['demo'] });

const RoleField = (optional: boolean) =>
  Choice({
    of: ROLES,
    optional,
    description: 'Operators see and change everything, developers their own tenants.',
  });

export class NewPersonRequest {
  @EmailAddress({ description: 'How they log in.', example: 'ada@example.com' })
  email: string;

  @RoleField(false)
  role: 'operator' | 'developer';

  @Tenants()
  tenants?: string[];
}

export class PersonChange {
  @RoleField(true)
  role?: 'operator' | 'developer';

  @Tenants()
  tenants?: string[];

  @Flag({ optional: true, description: 'Whether they are kept from logging in.' })
  disabled?: boolean;
}

export class TenantOfPerson {
  @ApiProperty({ example: 'demo' })
  slug: string;

  @ApiProperty({ example: 'Demo shop' })
  name: string;
}

export class PersonView {
  @ApiProperty({ example: 'usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ description: 'Perhaps with letters beyond ASCII (RFC 6532).', example: 'ada@example.com' })
  email: string;

  @ApiProperty({ enum: ROLES })
  role: 'operator' | 'developer';

  @ApiProperty({ type: [TenantOfPerson], description: 'What they may see; of an operator, every tenant.' })
  tenants: TenantOfPerson[];

  @ApiProperty({ description: 'Kept from logging in.' })
  disabled: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class PeopleView {
  @ApiProperty({ type: [PersonView] })
  people: PersonView[];
}

export class PersonWithPassword {
  @ApiProperty({ type: PersonView })
  person: PersonView;

  @ApiProperty({ description: 'Shown this once.', example: 'k7m2p-x9qwe-3hn5t-v8bcd' })
  password: string;
}

export class SessionsEnded {
  @ApiProperty({ example: 3 })
  ended: number;
}

/** Prefix of the opaque ids of audit entries. */
export const AUDIT_PREFIX = 'aud';

export class AuditQuery {
  @QueryText({ description: 'Slug of a tenant: only changes that concern it.', example: 'demo' })
  tenant?: string;

  @QueryText({ description: 'An action, or a group of actions: `key` matches `key.create`.', example: 'key' })
  action?: string;

  @QueryOpaqueId({ description: '`next` from the previous page.' })
  before?: string;

  @QueryWhole({ min: 1, max: 200, usual: 50, description: 'Maximum number of entries (1–200, default 50).' })
  limit: number;
}

export class AuditEntry {
  @ApiProperty({
    description: 'Opaque and unordered; always the same for the same entry.',
    example: 'aud_b0J7xq5sZr1cD3kWmY8uTgVnPaLhE2oR',
  })
  id: string;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ type: String, nullable: true, description: "The tenant's slug, if it concerns one.", example: 'demo' })
  tenant: string | null;

  @ApiProperty({ description: 'A person, or the command line.', example: 'ada@example.com' })
  actor: string;

  @ApiProperty({ type: String, nullable: true, example: '192.0.2.7' })
  address: string | null;

  @ApiProperty({ example: 'key.revoke' })
  action: string;

  @ApiProperty({ example: 'key_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  subject: string;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: true })
  before: object | null;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: true })
  after: object | null;
}

export class AuditPage {
  @ApiProperty({ type: [AuditEntry], description: 'Newest first.' })
  entries: AuditEntry[];

  @ApiProperty({ type: String, nullable: true, description: '`before` of the next page; null on the last page.' })
  next: string | null;
}
