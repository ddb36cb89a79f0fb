import { Matches } from 'class-validator';
import {
  CountryField,
  EmailField,
  EnumParameter,
  Field,
  IntegerField,
  IntegerParameter,
  PhoneField,
  TextField,
  TextParameter,
} from '#platform/contract';
import { accountIdsOf } from './model/account-ids.js';
import type { Contact } from './model/contact.js';
import { timesOf } from './model/times.js';

const MAX_TEXT = 255;
/** Largest number of a contact, a domain or an order: the largest value of a column of type integer. */
export const MAX_NUMBER = 2 ** 31 - 1;

/** A contact in the format of DNSimple. */
export class ContactDetails {
  /** Label that distinguishes the contact. @example Billing */
  @TextField({ max: MAX_TEXT, optional: true }) label?: string;

  /** First name. @example Ada */
  @TextField({ max: 100 }) first_name: string;

  /** Last name. @example Lovelace */
  @TextField({ max: 100 }) last_name: string;

  /** Job title. @example Analyst */
  @TextField({ max: MAX_TEXT, optional: true }) job_title?: string;

  /** Organization. @example "Analytical Engines Ltd" */
  @TextField({ max: MAX_TEXT, optional: true }) organization_name?: string;

  /** First line of the postal address. @example "12 Queen Square" */
  @TextField({ max: MAX_TEXT }) address1: string;

  /** Second line of the postal address. @example "Second floor" */
  @TextField({ max: MAX_TEXT, optional: true }) address2?: string;

  /** City of the postal address. @example London */
  @TextField({ max: MAX_TEXT }) city: string;

  /** State or province of the postal address. @example "Greater London" */
  @TextField({ max: MAX_TEXT }) state_province: string;

  /** Postal code. @example "WC1N 3AR" */
  @TextField({ max: MAX_TEXT }) postal_code: string;

  /** Country code (ISO 3166-1 alpha-2). @example GB */
  @CountryField({ optional: false }) country: string;

  /** Email address. @example ada@example.com */
  @EmailField() email: string;

  /** Phone number. @example "+44 20 7946 0958" */
  @PhoneField({ optional: false }) phone: string;

  /** Fax number. @example "+44 20 7946 0959" */
  @TextField({ max: MAX_TEXT, optional: true }) fax?: string;
}

const BLANK = { label: '', job_title: '', organization_name: '', address2: '', fax: '' };

/** A contact as the format of DNSimple shows it. */
export function contactView({ id, tenantId, details, createdAt, updatedAt }: Contact) {
  const account_id = accountIdsOf({ id: tenantId }).dnsimple;
  return { id, account_id, ...BLANK, ...details, ...timesOf(createdAt, updatedAt) };
}

/** A contact in a snapshot. */
export class ContactState extends ContactDetails {
  /** Number of the contact. @example 1 */
  @IntegerField({ min: 1, max: MAX_NUMBER }) id: number;

  /** Orders that use the contact (default: none). @example ["ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012"] */
  @Field(
    { optional: true, type: [String] },
    Matches(/^ord_[0-9a-f]{32}$/, { each: true, message: 'must be an order ID' }),
  )
  orders?: string[];
}

/** Query of a list with numbered pages. */
export class NumberedPageQuery {
  @IntegerParameter({ min: 1, max: 1_000_000, default: 1 }) page: number;
  @IntegerParameter({ min: 1, max: 100, default: 30 }) per_page: number;
  @TextParameter() sort?: string;
  @TextParameter() name_like?: string;
  @TextParameter({ pattern: /^\d{1,10}$/, message: 'must be the number of a contact' }) registrant_id?: string;
}

const CURSOR = { message: 'must be the cursor of a page' };

class PageQuery {
  @IntegerParameter({ min: 1, max: 50, default: 20 }) per_page: number;
  @EnumParameter({ of: ['asc', 'desc'] }) direction?: 'asc' | 'desc';
}

/** A page of a list that continues at a cursor. */
export class CursorPageQuery extends PageQuery {
  @TextParameter({ ...CURSOR, pattern: /^\d{1,7}$/ }) cursor?: string;
}

export class RegistrationsPageQuery extends PageQuery {
  @TextParameter({ ...CURSOR, pattern: /^(-\d{1,14}|\d{1,15})?_[a-z0-9.-]{1,253}$/ }) cursor?: string;
  @EnumParameter({ of: ['registry_created_at', 'registry_expires_at', 'name'] }) sort_by?:
    | 'registry_created_at'
    | 'registry_expires_at'
    | 'name';
}

export class ExtensionsPageQuery extends CursorPageQuery {
  @TextParameter() name?: string;
  /** Accepted, but all values sort by name, because the catalogue has no times. */
  @EnumParameter({ of: ['name', 'created_at', 'updated_at'] }) sort_by?: string;
}

/** A search for domains by a name or a keyword. */
export class KeywordQuery {
  @TextField({ max: MAX_TEXT }) q: string;
  @IntegerParameter({ min: 1, max: 50, default: 20 }) limit: number;
}
