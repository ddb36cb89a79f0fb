/** Digits of a card number, possibly separated. */
const CARD_LIKE = /\d(?:[\s+._\u2010-\u2015-]{0,3}\d){12}/;
const DIGIT_RUNS = /\d(?:[\s+._\u2010-\u2015-]{0,3}\d){12,}/g;

const [MIN_DIGITS, MAX_DIGITS] = [13, 19];

/** Whether `maskCardNumbers` may change a text. */
export const mayContainCardNumber = (text: string): boolean => text.length >= MIN_DIGITS && CARD_LIKE.test(text);

/** Masks payment card numbers: 13 to 19 digits with a valid check digit (ISO/IEC 7812-1), but not inside of hexadecimal IDs. */
export function maskCardNumbers(text: string): string {
  if (!mayContainCardNumber(text)) return text;
  return text.replace(DIGIT_RUNS, (run: string, offset: number) => {
    const groups = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, start: index }));
    let masked = '';
    let end = 0;
    for (let first = 0; first < groups.length; first++) {
      const last = endOfCard(groups, first);
      if (last === undefined) continue;
      const { start } = groups[first]!;
      const next = groups[last]!.start + groups[last]!.digits.length;
      if (isInsideOfId(text, offset + start, offset + next)) continue;
      masked += `${run.slice(end, start)}[masked]`;
      end = next;
      first = last;
    }
    return masked + run.slice(end);
  });
}

/** Index of the last group of the longest card number that begins with the group `first`. */
function endOfCard(groups: { digits: string }[], first: number): number | undefined {
  let [digits, found]: [string, number | undefined] = ['', undefined];
  for (let last = first; last < groups.length; last++) {
    digits += groups[last]!.digits;
    if (digits.length > MAX_DIGITS) break;
    if (digits.length >= MIN_DIGITS && hasValidCheckDigit(digits)) found = last;
  }
  return found;
}

/** The algorithm of Luhn. */
function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let i = digits.length - 1, isDoubled = false; i >= 0; i--, isDoubled = !isDoubled) {
    const value = Number(digits[i]) * (isDoubled ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Lengths of IDs without hyphens, and of the SHA-1 and SHA-256 hashes, in hexadecimal digits. */
const ID_LENGTHS = new Set([32, 40, 64]);

/** Whether a range is part of a hexadecimal ID. Upper case does not count, because magnetic stripe data contains a D. */
function isInsideOfId(text: string, start: number, end: number): boolean {
  const before = countHexDigits(text, start - 1, -1);
  const behind = countHexDigits(text, end, 1);
  return before + behind > 0 && ID_LENGTHS.has(before + (end - start) + behind);
}

/** Number of hexadecimal digits from a position on, in steps of 1 or -1, at most one more than any ID has. */
function countHexDigits(text: string, from: number, step: 1 | -1): number {
  let count = 0;
  while (count <= 64 && /[\da-f]/.test(text.charAt(from + count * step))) count++;
  return count;
}
