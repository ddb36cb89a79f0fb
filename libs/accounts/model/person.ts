import { Conflict, Forbidden, Invalid, newId, NotFound } from '#platform/model';

export type Role = 'operator' | 'developer';

export const ROLES: readonly Role[] = ['operator', 'developer'];

/** RFC 5321, section 4.5.3.1.3, less the angle brackets. */
const LONGEST_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Whoever may log in at the portal. */
export class Account {
  id: string;
  /** In normal form. */
  email: string;
  role: Role;
  /** The tenants of a developer; an operator sees all. */
  tenantIds: string[];
  passwordHash: string;
  createdAt: Date;
  disabledAt: Date | null;

  /** @throws InvalidEmail · TenantMissing */
  static open(given: { email: string; role: Role; tenantIds: string[]; passwordHash: string; at: Date }): Account {
    const { at, email, ...facts } = given;
    const account = Object.assign(new Account(), facts, { id: newId('usr'), email: checkEmail(email) });
    demandTenant(account);
    return Object.assign(account, { createdAt: at, disabledAt: null });
  }

  /** @throws TenantMissing */
  change({ role, tenantIds }: { role?: Role; tenantIds?: string[] }): void {
    this.role = role ?? this.role;
    this.tenantIds = tenantIds ?? this.tenantIds;
    demandTenant(this);
  }

  disable(at: Date): void {
    this.disabledAt ??= at;
  }

  enable(): void {
    this.disabledAt = null;
  }

  /** What the audit log and the list of people show. */
  facts() {
    const { email, role, tenantIds, disabledAt } = this;
    return { email, role, tenants: tenantIds, disabled: disabledAt !== null };
  }
}

/** In composed form (NFC): keyboards differ in how they send an "é", which is the same address to whoever reads it. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** @throws InvalidEmail */
export function checkEmail(given: string): string {
  const email = normalEmail(given);
  if (email.length <= LONGEST_EMAIL && EMAIL.test(email)) return email;
  throw new Invalid('INVALID_EMAIL', `"${given}" is no e-mail address of at most ${LONGEST_EMAIL} characters.`);
}

function demandTenant({ role, tenantIds }: Account): void {
  if (role === 'developer' && tenantIds.length === 0)
    throw new Invalid('TENANT_MISSING', 'A developer needs a tenant to work for; name at least one.');
}

export class AccountExists extends Conflict {
  constructor(email: string) {
    super('ACCOUNT_EXISTS', `Somebody with the address ${email} has an account already.`);
  }
}

export class AccountNotFound extends NotFound {
  constructor(id: string) {
    super('ACCOUNT_NOT_FOUND', `There is no account "${id}".`);
  }
}

/** The last operator cannot lock everyone out. */
export class LastOperator extends Conflict {
  constructor() {
    super('LAST_OPERATOR', 'This is the only operator; make another one first.');
  }
}

export class WrongPassword extends Forbidden {
  constructor() {
    super('WRONG_PASSWORD', 'This is not your present password.');
  }
}
