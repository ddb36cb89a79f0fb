import { isEmailAddress } from './email-address.js';
import { textProblem } from './one-line.js';
import { isPhoneNumber, normalizePhoneNumber } from './phone-number.js';

describe('one line of text', () => {
  it.each([
    'Ada',
    'Jean-Luc O’Neil',
    '田中',
    '𠮷野',
    'می\u200Cخواهم',
    'क्\u200Dष',
    '👩\u200D👩\u200D👧',
    '❤️',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    'Anna\u00ADlena',
    'ភាសា\u200Bខ្មែរ',
    'a\u00A0b',
    'e\u0301',
    '⠀⠁',
    '.',
  ])('can be %j', text => {
    expect(textProblem(text, 100)).toBeUndefined();
  });

  it.each([
    '\u200B',
    '\u200D',
    '\u200C\u200C',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u034F',
    '\u115F',
    '\u1160',
    '\u3164',
    '\uFFA0',
    '\u2800',
    '\u180E',
    '\uFE0F',
    '\u{E0020}',
    '\u{1D159}',
    '\u{1D173}',
    '\uFFF9\uFFFB',
    '\u200B \u3164',
  ])('needs a visible character, unlike %j', text => {
    expect(textProblem(text, 100)).toBe('must contain a visible character');
    expect(textProblem(text, 100, 0)).toBe('must contain a visible character');
  });

  it.each([
    ['a\nb', 'U+000A'],
    ['a\tb', 'U+0009'],
    ['a\0', 'U+0000'],
    ['a\x7F', 'U+007F'],
    ['a\u0085b', 'U+0085'],
    ['Ada\u2028Eve', 'U+2028'],
    ['Ada\u2029Eve', 'U+2029'],
    ['a\u202Eb', 'U+202E'],
    ['\u202Aa\u202C', 'U+202A'],
    ['\u2066a\u2069', 'U+2066'],
    ['a\u200Eb', 'U+200E'],
    ['a\u200F', 'U+200F'],
    ['a\u061Cb', 'U+061C'],
    ['a\uFFFE', 'U+FFFE'],
    ['a\uFDD0', 'U+FDD0'],
    ['a\u{1FFFF}', 'U+1FFFF'],
    ['a\uD800', 'U+D800'],
    ['\uDC00a', 'U+DC00'],
  ])('must not contain the character of %j', (text, codePoint) => {
    expect(textProblem(text, 100)).toMatch(`must not contain ${codePoint}`);
  });

  it('counts code points, and can be empty only if that is allowed', () => {
    expect(textProblem('😀'.repeat(5), 5)).toBeUndefined();
    expect(textProblem('😀😀😀abc', 5)).toMatch('it has 6');
    expect(textProblem('😀'.repeat(11), 5)).toMatch(/it has 11$/);
    expect(textProblem('', 5)).toMatch('it has 0');
    expect(textProblem('', 5, 0)).toBeUndefined();
  });
});

describe('an email address', () => {
  const octets = (n: number) => 'é'.repeat(n / 2);

  it.each([
    'ada@example.com',
    'ada+tag@mail.example.co.uk',
    "o'neil@example.com",
    'a.b-c_d@example.com',
    '"a b"@example.com',
    '𠮷野@example.jp',
    '田中@例え.jp',
    'josé@example.com',
    'jose\u0301@example.com',
    'αβγ@παράδειγμα.ελ',
    'अनिल@डेटामेल.भारत',
    'م@مثال.السعودية',
    '😀@example.com',
    '𐌰𐌱@example.com',
    'ada@bücher.de',
    'ada@xn--bcher-kva.de',
    'ada@EXAMPLE.COM',
    'ada@例え。jp',
    'ada@क्\u200Dष.com',
    'ada@i❤.ws',
    `${'a'.repeat(64)}@example.com`,
    `${octets(64)}@example.com`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.com`,
  ])('can be %j', text => {
    expect(isEmailAddress(text)).toBe(true);
  });

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@@example.com',
    'ada@example',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@example.com.',
    'ada@-example.com',
    'ada@exa_mple.com',
    'ada@example..com',
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'a b@example.com',
    'ada@ example.com',
    'Ada <ada@example.com>',
    'ada@example.com,eve@example.com',
    'ada@xn--0.com',
    'ada@xn--a.com',
    'ada@xn--example-w16c.com',
    'ada@exa–mple.com',
    'ada@a·b.com',
    'ada@a\u200Db.com',
    'ada@example.com\u200B',
    'ada@exam\u00ADple.com',
    '\u200Bada@example.com',
    'a\u200Dda@example.com',
    'ada\u00AD@example.com',
    '\uFEFFada@example.com',
    'ada\u202E@example.com',
    '\u2066ada\u2069@example.com',
    'ada\u2028@example.com',
    'ada\u00A0@example.com',
    'ada\u3164@example.com',
    'ada\u034F@example.com',
    'ada\uFFFF@example.com',
    'ada\uE000@example.com',
    'ada\uD800@example.com',
    'ada\n@example.com',
    '"a\u2028b"@example.com',
    `${'a'.repeat(65)}@example.com`,
    `${octets(66)}@example.com`,
    `aaaaaaaaaa@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.com`,
  ])('cannot be %j', text => {
    expect(isEmailAddress(text)).toBe(false);
  });

  it('can have a host name without a TLD if that is allowed', () => {
    expect(isEmailAddress('ada@localhost', { requireTld: false })).toBe(true);
  });
});

describe('a phone number', () => {
  it.each([
    '+12025550143',
    '+1 202 555 0143',
    '+1 (202) 555-0143',
    '(+44) 20 7946 0958',
    '+44 (0)20 7946 0958',
    '+1 202‑555‑0143',
    '+1 202‐555–0143',
    '+1 202−555—0143',
    '+1\u00A0202\u202F555\u20090143',
    '＋８１　３－１２３４－５６７８',
    '+49 30/1234567',
    '+33.1.23.45.67.89',
    '+44.1234567890x123',
    '+44.1234567890 x123',
    '+44 1234567890 ext. 123',
    '+44 1234567890, ext 123',
    '+44 1234567890 Extension 123',
    '+44-1234567890;ext=123',
    '+44 1234567890 #123',
    '\u202A+1 202 555 0143\u202C',
    '+1 202\u200B 555 0143',
    '+1\uFE0D-202-555-0143',
    '+1\u034F 202 555 0143',
    '＋８１　３ー１２３４ー５６７８',
    '+1 [202] 555-0143',
    '＋８１［３］１２３４５６７８',
  ])('can be %j', text => {
    expect(isPhoneNumber(normalizePhoneNumber(text))).toBe(true);
  });

  it.each([
    '02079460958',
    '+123456',
    '+1234567890123456',
    '++12025550143',
    '+1 202 CALL ME',
    '+1202555014x',
    '+44.1234567890x',
    '+44.1234567890xx1',
    '+44.1234567890x1234567890123456',
    '+44.1234567890 ext. abc',
    '+1 202\n555 0143',
    '[+1] 202 555 0143',
    '+1 202ー',
    '+1_202_555_0143',
    '+①②③④⑤⑥⑦⑧',
    'tel:+12025550143',
    `+1${' '.repeat(60)}2025550143`,
  ])('cannot be %j', text => {
    expect(isPhoneNumber(normalizePhoneNumber(text))).toBe(false);
  });
});
