import { normalizeSearchTerm } from '#domains/contract';

/** The start or end of an IDN does not match, only the whole IDN. */
export const normalizePattern = (pattern: string): string =>
  pattern.includes('*') ? pattern.toLowerCase() : normalizeSearchTerm(pattern);
