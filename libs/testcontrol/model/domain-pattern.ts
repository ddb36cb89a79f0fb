const MAX_LENGTH = 255;

/** Why a value is not a domain pattern; undefined if it is one. */
export function problemOfPattern(value: unknown): string | undefined {
  const isPattern = typeof value === 'string' && value.length <= MAX_LENGTH && FORM.test(value);
  return isPattern
    ? undefined
    : 'must be a domain, or its start or end with one *, for example shop.com, *.com or shop-*';
}

/** No white space, control characters or lone surrogates, and at most one `*`, at the start or end. */
const FORM = /^(?:\*?[^\s*\p{Cc}\p{Cs}]+|[^\s*\p{Cc}\p{Cs}]+\*|\*)$/u;

/** Whether a domain matches a pattern; `*` stands for any characters, including dots. */
export function matchesDomain(pattern: string, domain: string): boolean {
  if (pattern.startsWith('*')) return domain.endsWith(pattern.slice(1));
  if (pattern.endsWith('*')) return domain.startsWith(pattern.slice(0, -1));
  return domain === pattern;
}
