/**
 * Characters that IDNA 2008 allows in labels that UTS 46 has mapped: the derivation of RFC 5892, section 3. Unstable
 * characters need no rule, because the mapping replaces them.
 */
const ALLOWED =
  /^(?:[-\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}\u06FD\u06FE\u0F0B\u3007\u00B7\u0375\u05F3\u05F4\u30FB]|\u200C|\u200D)$/u;

/** Exceptions (2.6), ignorable characters (2.3), blocks of symbols (2.4), and old Hangul (2.9). */
const DISALLOWED =
  /^(?![\u200C\u200D])[\u302E-\u3035\u20CF-\u2100\u303B\u0640\u07FA\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF\u{1D100}-\u{1D24F}\p{Default_Ignorable_Code_Point}]$/u;

interface Position {
  before: string;
  after: string;
  label: string;
}

/** Characters that need a context (RFC 5892, appendixes A.3 to A.9). UTS 46 checks the joiners of A.1 and A.2. */
const CONTEXTS: readonly [character: RegExp, isValid: (at: Position) => boolean, rule: string][] = [
  [/[\u00B7]/, ({ before, after }) => before === 'l' && after === 'l', 'must stand between two letters l'],
  [/[\u0375]/, ({ after }) => /\p{Script=Greek}/u.test(after), 'must stand before a Greek letter'],
  [/[\u05F3\u05F4]/, ({ before }) => /\p{Script=Hebrew}/u.test(before), 'must stand after a Hebrew letter'],
  [
    /[\u30FB]/,
    ({ label }) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label),
    'needs Hiragana, Katakana or Han in the same label',
  ],
  [/[\u0660-\u0669]/, ({ label }) => !/[\u06F0-\u06F9]/.test(label), 'must not be mixed with U+06F0 to U+06F9'],
  [/[\u06F0-\u06F9]/, ({ label }) => !/[\u0660-\u0669]/.test(label), 'must not be mixed with U+0660 to U+0669'],
];

/** Registries of some TLDs accept emoji, although IDNA 2008 does not. A keycap is a digit and U+20E3. */
const isEmoji = (character: string, before: string): boolean =>
  /\p{Emoji}/u.test(character) || (character === '\u20E3' && /\d/.test(before));

/**
 * Finds the first character of a Unicode label that is neither allowed by IDNA 2008 nor an emoji; undefined when there is
 * none. UTS 46 must have mapped the label; it also checks joiners, combining marks, hyphens and directions.
 */
export function findForbidden(label: string): { character: string; problem: string } | undefined {
  const characters = [...label];
  for (const [index, character] of characters.entries()) {
    const at = { before: characters[index - 1] ?? '', after: characters[index + 1] ?? '', label };
    const problem = problemOfCharacter(character, at);
    if (problem !== undefined) return { character, problem };
  }
  return undefined;
}

/** The code point of a character, for example "U+2013". */
export const codePointOf = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

function problemOfCharacter(character: string, at: Position): string | undefined {
  if (isEmoji(character, at.before)) return undefined;
  if (!ALLOWED.test(character) || DISALLOWED.test(character)) return 'is not allowed in a domain';
  const [, isValid, rule] = CONTEXTS.find(([characters]) => characters.test(character)) ?? [];
  return !isValid || isValid(at) ? undefined : rule;
}
