import { RowsOfTenant } from '#platform/database';
import { RegistrationMapping } from './registration.mapping.js';

export const registrationRows = new RowsOfTenant(
  RegistrationMapping,
  'domain COLLATE "C"',
  'registered_at IS NOT NULL',
);
