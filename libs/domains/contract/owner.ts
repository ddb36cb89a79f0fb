import { IsObject } from 'class-validator';
import { CountryField, EmailField, Field, PhoneField, Property, TextField } from '#platform/contract';

/** Details of a registrant that the registries of some TLDs require. */
export class OwnerExtra {
  /** Nexus category of the registrant: `C11`, `C12`, `C21`, `C31` or `C32`. TLD: us. @example C11 */
  us_nexus?: string;

  /** Purpose of the registration: `P1` to `P5`. TLD: us. @example P1 */
  us_purpose?: string;

  /** Legal type of the registrant, such as `CCT` (citizen) or `CCO` (corporation). TLD: ca. @example CCT */
  ca_legal_type?: string;

  /**
   * Country of citizenship of a registrant who lives outside the European Economic Area: one of the countries of that area
   * (ISO 3166-1 alpha-2). TLD: eu.
   * @example FR
   */
  eu_country_of_citizenship?: string;
}

/** The registrant of a domain. Texts are trimmed, and the country is converted to upper case. */
export class Owner {
  /** First name of the registrant. @example Ada */
  @TextField({ max: 100 }) first_name: string;

  /** Last name of the registrant. @example Lovelace */
  @TextField({ max: 100 }) last_name: string;

  /**
   * Email address of the registrant: at most 254 bytes, 64 before the `@`, with characters of any script (RFC 6531);
   * the part after the `@` is a domain by IDNA 2008.
   * @example ada@example.com
   */
  @EmailField() email: string;

  /**
   * Phone number: `+` and 7–15 digits; spaces, dots, dashes, slashes and parentheses of any kind are allowed. An
   * extension of up to 15 digits follows `x`, `ext.`, `;ext=` or `#`. Returned as sent, without invisible characters.
   * @example "+44 20 7946 0958"
   */
  @PhoneField() phone?: string;

  /** Country code (ISO 3166-1 alpha-2) in upper or lower case. @example GB */
  @CountryField() country?: string;

  /** Organization of the registrant. @example "Analytical Engines Ltd" */
  @TextField({ max: 255, optional: true }) organization?: string;

  /** First line of the postal address. @example "12 Queen Square" */
  @TextField({ max: 255, optional: true }) address1?: string;

  /** Second line of the postal address. @example "Second floor" */
  @TextField({ max: 255, optional: true }) address2?: string;

  /** City of the postal address. @example London */
  @TextField({ max: 255, optional: true }) city?: string;

  /** State or province of the postal address. @example "Greater London" */
  @TextField({ max: 255, optional: true }) state?: string;

  /** Postal code. @example "WC1N 3AR" */
  @TextField({ max: 255, optional: true }) postal_code?: string;

  /**
   * Details that the registries of some TLDs require. Keys for the TLD of the domain are validated and stored; other keys
   * are ignored. `GET /sandbox/tlds` lists the required keys.
   */
  @Field({ optional: true, type: OwnerExtra, example: {} }, IsObject({ message: 'must be an object' }))
  extra?: OwnerExtra;
}

export class RegistrantView {
  /** First name of the registrant. @example Ada */
  first_name: string;

  /** Last name of the registrant. @example Lovelace */
  last_name: string;

  /** Email address of the registrant. @example ada@example.com */
  @Property({ format: 'idn-email' }) email: string;
}

/** A registrant with all fields that were sent. */
export class RegistrantDetails extends RegistrantView {
  /** Phone number, as sent, without invisible characters. @example "+44 20 7946 0958" */
  phone?: string;

  /** Country code (ISO 3166-1 alpha-2) in upper case. @example GB */
  country?: string;

  /** Organization of the registrant. @example "Analytical Engines Ltd" */
  organization?: string;

  /** First line of the postal address. @example "12 Queen Square" */
  address1?: string;

  /** Second line of the postal address. @example "Second floor" */
  address2?: string;

  /** City of the postal address. @example London */
  city?: string;

  /** State or province of the postal address. @example "Greater London" */
  state?: string;

  /** Postal code. @example "WC1N 3AR" */
  postal_code?: string;

  /** Details that the registry of the TLD requires. */
  @Property({ type: OwnerExtra, example: {} }) extra?: OwnerExtra;
}
