/** The registrant of a registration in the format of Cloudflare. */
export interface RegistrantContact {
  email?: string;
  phone?: string;
  postal_info?: { name?: string; organization?: string; address?: Record<string, string> | null } | null;
}

export const DEFAULT_OWNER = { first_name: 'Default', last_name: 'Registrant', email: 'registrant@example.com' };

/** Splits the name at its last space. A name without a space becomes both the first and the last name. */
export function ownerOf({ email, phone, postal_info }: RegistrantContact) {
  const { name: given, organization, address } = postal_info ?? {};
  const { street: address1, city, state, postal_code, country_code: country } = address ?? {};
  const name = typeof given === 'string' ? given.trim() : '';
  const space = name.lastIndexOf(' ');
  const first_name = space < 0 ? name : name.slice(0, space).trimEnd();
  const last_name = name.slice(space + 1);
  return { first_name, last_name, email, phone, organization, address1, city, state, postal_code, country };
}

const ADDRESS = 'postal_info.address';

/** Paths in the format of Cloudflare by owner field, where the names differ. */
export const REGISTRANT_FIELDS: Record<string, string> = {
  first_name: 'postal_info.name',
  last_name: 'postal_info.name',
  organization: 'postal_info.organization',
  address1: `${ADDRESS}.street`,
  city: `${ADDRESS}.city`,
  state: `${ADDRESS}.state`,
  postal_code: `${ADDRESS}.postal_code`,
  country: `${ADDRESS}.country_code`,
};
