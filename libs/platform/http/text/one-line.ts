import { codePointOf } from './idna2008.js';

/** Control characters, line separators, bidirectional controls, lone surrogates, and noncharacters. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;

/** A character that fonts display. The listed code points are blank, although some of them are letters or symbols. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800\u{1D159}]/u;

/** Why a value is not one line of trimmed text with `min` to `max` characters; undefined if it is. */
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

/** Why a text must not be displayed, regardless of its length; undefined if it may be. */
export function characterProblem(text: string): string | undefined {
  const forbidden = FORBIDDEN.exec(text)?.[0];
  if (forbidden !== undefined)
    return `must not contain ${codePointOf(forbidden)}; control characters, line separators and invalid Unicode are not allowed`;
  return text === '' || VISIBLE.test(text) ? undefined : 'must contain a visible character';
}
