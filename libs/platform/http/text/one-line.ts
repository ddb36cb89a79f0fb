import { codePointOf } from './idna2008.js';

/** Controls, separators of lines, controls of direction, lone surrogates, and code points that are no characters. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;

/** Fonts show nothing for spaces, ignorable characters, and the other blanks. Some of them are letters or symbols. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800\u{1D159}]/u;

/** The problem of a value that should be one line of trimmed text; undefined when it is one. Empty if `min` is 0. */
export function textProblem(value: unknown, max: number, min = 1): string | undefined {
  if (typeof value !== 'string') return `must be a string of ${min} to ${max} characters`;
  const length = codePointsIn(value);
  if (length < min || length > max) return `must be ${min} to ${max} characters after trimming; it has ${length}`;
  return characterProblem(value);
}

function codePointsIn(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += text.codePointAt(index)! > 0xffff ? 2 : 1) count += 1;
  return count;
}

/** The problem of the characters of a text of any length; undefined when there is none. */
export function characterProblem(text: string): string | undefined {
  const forbidden = FORBIDDEN.exec(text)?.[0];
  if (forbidden !== undefined)
    return `must not contain ${codePointOf(forbidden)}; control characters, line separators and invalid Unicode are not allowed`;
  return text === '' || VISIBLE.test(text) ? undefined : 'must contain a visible character';
}
