import { isEmailAddress, MAX_EMAIL_LENGTH, newId } from '#platform/model';
import { InvalidEmail, TenantMissing } from './errors.js';

export const ROLES = ['operator', 'developer'] as const;

export type Role = (typeof ROLES)[number];

interface NewAccount {
  email: string;
  role: Role;
  tenantIds: string[];
  /** Default: false. */
  ownersMasked?: boolean;
  passwordHash: string;
  at: Date;
}

/** Omitted members stay as they are. */
type AccountChange = Partial<Pick<Account, 'role' | 'tenantIds' | 'ownersMasked'> & { disabled: boolean }>;

/** An account of the portal. */
export class Account {
  id: string;
  /** Normalized by `normalEmail`. */
  email: string;
  role: Role;
  /** The tenants of a developer; an operator sees all. */
  tenantIds: string[];
  passwordHash: string;
  createdAt: Date;
  disabledAt: Date | null;
  /** Whether lists mask the names and email addresses of domain owners for a developer. */
  ownersMasked: boolean;
  /** Incremented to invalidate logins that were checked before and have no session yet. */
  generation: number;

  /** @throws InvalidEmail · TenantMissing */
  static create({ at, email, ownersMasked = false, ...given }: NewAccount): Account {
    const initial = { id: newId('usr'), createdAt: at, disabledAt: null, generation: 0 };
    const account = Object.assign(new Account(), given, initial, { email: checkEmail(email), ownersMasked });
    requireTenant(account);
    return account;
  }

  /** @throws TenantMissing */
  change({ role, tenantIds, ownersMasked, disabled }: AccountChange, at: Date): void {
    this.role = role ?? this.role;
    this.tenantIds = tenantIds ?? this.tenantIds;
    this.ownersMasked = ownersMasked ?? this.ownersMasked;
    if (disabled !== undefined) this.disabledAt = disabled ? (this.disabledAt ?? at) : null;
    requireTenant(this);
  }

  /** The properties that the audit log records. */
  facts() {
    const { email, role, tenantIds, ownersMasked, disabledAt } = this;
    return { email, role, tenants: tenantIds, owners_masked: ownersMasked, disabled: disabledAt !== null };
  }
}

/** Lower case, in composed form (NFC), because keyboards send characters such as "é" in different forms. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** @throws InvalidEmail */
export function checkEmail(given: string): string {
  const email = normalEmail(given);
  if (isEmailAddress(email)) return email;
  throw new InvalidEmail(given, MAX_EMAIL_LENGTH);
}

function requireTenant({ role, tenantIds }: Account): void {
  if (role === 'developer' && tenantIds.length === 0) throw new TenantMissing();
}
