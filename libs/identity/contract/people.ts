import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, EmailField, EnumField, StringListField } from '#platform/contract';
import { type Role, ROLES } from '../model/person.js';
import { Confirmation } from './confirmation.js';
import { RevokedTokens } from './sessions.js';

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

export class NewPersonRequest extends Confirmation {
  @EmailField({ description: 'Email address to log in with.', example: 'ada@example.com' })
  email: string;

  @RoleField(false)
  role: Role;

  @Tenants()
  tenants?: string[];
}

export class PersonChange extends Confirmation {
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

  @ApiProperty({ format: 'idn-email', description: 'Email address.', example: 'ada@example.com' })
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

export class ChangedPerson extends PersonView {
  @RevokedTokens()
  revoked_tokens: number;
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

export class PasswordReset extends PersonWithPassword {
  @RevokedTokens()
  revoked_tokens: number;
}
