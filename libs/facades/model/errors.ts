import { conflict, notFound } from '#platform/model';
import { MAX_NUMBER } from '../contract.js';

export class ContactNotFound extends notFound({
  code: 'CONTACT_NOT_FOUND',
  description: 'The tenant has no contact with this number.',
  advice: 'List the contacts of the tenant. A reset removes them.',
  reproduce: 'Get the contact 999999 from a facade.',
}) {}

export class ContactInUse extends conflict({
  code: 'CONTACT_IN_USE',
  description: 'A registration or an unfinished order uses the contact.',
  advice: 'Give the registration another registrant, or wait until the order has ended.',
  reproduce: 'Register a domain with a contact, then delete the contact.',
}) {}

export class NumbersUsedUp extends conflict({
  code: 'NUMBERS_USED_UP',
  description: `A contact of the world has the largest number, ${MAX_NUMBER}, so no contact can be added.`,
  advice: 'Reset the world, after which numbers start at 1 again.',
  reproduce: `Restore a snapshot whose contact has the number ${MAX_NUMBER}, then create a contact in a facade.`,
}) {}
