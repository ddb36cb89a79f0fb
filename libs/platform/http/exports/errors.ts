import { tooMany } from '../errors/refusal.js';

export const MAX_RUNNING = 2;

export class TooManyExports extends tooMany({
  code: 'TOO_MANY_EXPORTS',
  description: `The tenant already runs ${MAX_RUNNING} exports.`,
  header: 'Retry-After',
  headerValue: '5',
  advice: 'Wait until an export has ended, or cancel one by closing its connection.',
  reproduce: `Start ${MAX_RUNNING + 1} exports of a tenant with many requests at once, and read the responses slowly.`,
}) {}
