import { BooleanField, DateTime, EmailField, EnumField, Property, StringListField } from '#platform/contract';
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

const RoleField = ({ optional = false } = {}) =>
  EnumField({
    of: ROLES,
    optional,
    description: 'Role. Operators manage the installation, developers work with their own tenants.',
  });

const OwnersMasked = () =>
  BooleanField({
    optional: true,
    description:
      'Whether lists and exports of orders mask the names and email addresses of domain owners for a developer.',
    example: false,
  });

export class NewPersonRequest extends Confirmation {
  /** Email address to log in with. @example ada@example.com */
  @EmailField() email: string;

  @RoleField() role: Role;

  @Tenants() tenants?: string[];

  @OwnersMasked() owners_masked?: boolean;
}

export class PersonChange extends Confirmation {
  @RoleField({ optional: true }) role?: Role;

  @Tenants() tenants?: string[];

  @OwnersMasked() owners_masked?: boolean;

  /** Whether the account is disabled and cannot log in. */
  @BooleanField({ optional: true }) disabled?: boolean;
}

export class TenantOfPerson {
  /** Slug of the tenant. @example demo */
  slug: string;

  /** Name of the tenant. @example "Demo shop" */
  name: string;
}

export class PersonView {
  /** Account ID. @example usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  id: string;

  /** Email address. @example ada@example.com */
  @Property({ format: 'idn-email' }) email: string;

  /** Role of the person. */
  @Property({ enum: ROLES }) role: Role;

  /** Tenants that the person can see; for an operator, all tenants. */
  tenants: TenantOfPerson[];

  /** Whether lists and exports of orders mask the names and email addresses of domain owners for a developer. @example false */
  owners_masked: boolean;

  /** Whether the account is disabled and cannot log in. */
  disabled: boolean;

  /** Time when the account was created. */
  @DateTime() created_at: string;
}

export class ChangedPerson extends PersonView {
  @RevokedTokens() revoked_tokens: number;
}

export class PeopleView {
  /** Accounts, sorted by email address. */
  people: PersonView[];
}

export class PersonWithPassword {
  /** The account. */
  person: PersonView;

  /** Generated password. Shown only once. @example k7m2p-x9qwe-3hn5t-v8bcd */
  password: string;
}

export class PasswordReset extends PersonWithPassword {
  @RevokedTokens() revoked_tokens: number;
}
