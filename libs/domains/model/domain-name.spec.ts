import fc from 'fast-check';
import { DomainName, isCompleteName } from './domain-name.js';
import { InvalidDomain, UnsupportedTld } from './errors.js';
import { anyText, domainNames } from '../../../test/support/domain-names.js';

const label63 = 'a'.repeat(63);

// 3 × 64 characters, a label and `.co`: 253 characters with a label of 58, 254 with a label of 59.
const long = (last: number) => `${`${label63}.`.repeat(3)}${'b'.repeat(last)}.co`;

/** The Unicode form is given if it differs from the name. */
const VALID: [input: string, name: string, tld: string, unicode?: string][] = [
  ['example.com', 'example.com', 'com'],
  ['EXAMPLE.COM.', 'example.com', 'com'],
  ['  Example.Com\t\n', 'example.com', 'com'],
  ['example.co.uk', 'example.co.uk', 'co.uk'],
  ['example.uk', 'example.uk', 'uk'],
  ['co.com', 'co.com', 'com'],
  ['com.com', 'com.com', 'com'],
  ['uk.co.uk', 'uk.co.uk', 'co.uk'],
  ['ac.uk', 'ac.uk', 'uk'],
  ['a.io', 'a.io', 'io'],
  ['9.io', '9.io', 'io'],
  ['123.com', '123.com', 'com'],
  ['0x7f.com', '0x7f.com', 'com'],
  ['3-com.com', '3-com.com', 'com'],
  ['a--b.com', 'a--b.com', 'com'],
  ['abc--d.com', 'abc--d.com', 'com'],
  ['xn.com', 'xn.com', 'com'],
  ['xn-x.com', 'xn-x.com', 'com'],
  [`${label63}.com`, `${label63}.com`, 'com'],
  ['bücher.com', 'xn--bcher-kva.com', 'com', 'bücher.com'],
  ['BÜCHER.COM', 'xn--bcher-kva.com', 'com', 'bücher.com'],
  ['bu\u0308cher.com', 'xn--bcher-kva.com', 'com', 'bücher.com'],
  ['xn--bcher-kva.com', 'xn--bcher-kva.com', 'com', 'bücher.com'],
  ['XN--BCHER-KVA.com.', 'xn--bcher-kva.com', 'com', 'bücher.com'],
  ['straße.de', 'xn--strae-oqa.de', 'de', 'straße.de'],
  ['STRAẞE.de', 'xn--strae-oqa.de', 'de', 'straße.de'],
  ['ΣΑΣ.com', 'xn--mxa9ab.com', 'com', 'σασ.com'],
  ['ΟΔΟΣ-Α.com', 'xn----zlbh7bby.com', 'com', 'οδοσ-α.com'],
  ['σας.com', 'xn--mxa8ab.com', 'com', 'σας.com'],
  ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com', 'com'],
  ['example。com', 'example.com', 'com'],
  ['example｡com｡', 'example.com', 'com'],
  ['example.com．', 'example.com', 'com'],
  ['exam\u00ADple.com', 'example.com', 'com'],
  ['exam\u200Bple.com', 'example.com', 'com'],
  ['\uFEFFexample.com', 'example.com', 'com'],
  ['\u212Aelvin.com', 'kelvin.com', 'com'],
  ['ﬁne.com', 'fine.com', 'com'],
  ['①②.com', '12.com', 'com'],
  ['💩.com', 'xn--ls8h.com', 'com', '💩.com'],
  ['I❤️NY.com', 'xn--iny-4r6a.com', 'com', 'i❤ny.com'],
  ['例え.jp', 'xn--r8jz45g.jp', 'jp', '例え.jp'],
  ['דוגמה.com', 'xn--6dbbec0c.com', 'com', 'דוגמה.com'],
  ['क्\u200Dष.com', 'xn--11b2ezcw70k.com', 'com', 'क्\u200Dष.com'],
  ['🏳️.com', 'xn--en8h.com', 'com', '🏳.com'],
  ['👍🏽.com', 'xn--on8h5e.com', 'com', '👍🏽.com'],
  ['🇩🇪.com', 'xn--h77hc.com', 'com', '🇩🇪.com'],
  ['1️⃣.com', 'xn--1-2sn.com', 'com', '1⃣.com'],
  ['col·legi.com', 'xn--collegi-xma.com', 'com', 'col·legi.com'],
  ['COL·LEGI.com', 'xn--collegi-xma.com', 'com', 'col·legi.com'],
  ['XN--collegi-xma.com', 'xn--collegi-xma.com', 'com', 'col·legi.com'],
  ['α͵β.com', 'xn--wva3je.com', 'com', 'α͵β.com'],
  ['א׳ב.com', 'xn--4dbc5h.com', 'com', 'א׳ב.com'],
  ['צה״ל.com', 'xn--8dbq2a9c.com', 'com', 'צה״ל.com'],
  ['ア・イ.com', 'xn--ccke4x.com', 'com', 'ア・イ.com'],
  ['漢・字.com', 'xn--vek488jjom.com', 'com', '漢・字.com'],
  ['ｱ･ｲ.com', 'xn--ccke4x.com', 'com', 'ア・イ.com'],
  ['ا١٢.com', 'xn--mgb0jd.com', 'com', 'ا١٢.com'],
  ['ا۱۲.com', 'xn--mgb81bd.com', 'com', 'ا۱۲.com'],
  ['نامه\u200Cای.com', 'xn--mgba3gch31f060k.com', 'com', 'نامه\u200Cای.com'],
  ['ᏣᎳᎩ.com', 'xn--f9dt7l.com', 'com', 'ᏣᎳᎩ.com'],
  ['ꮳꮃꭹ.com', 'xn--f9dt7l.com', 'com', 'ᏣᎳᎩ.com'],
  ['〇一.com', 'xn--w6j351g.com', 'com', '〇一.com'],
];

const INVALID: [input: string, message: RegExp][] = [
  ['', /required/],
  ['   ', /required/],
  ['.', /required/],
  ['。', /required/],
  ['..', /each dot/i],
  ['example', /label and a TLD.*example\.com/],
  ['com', /TLD is not.*example\.com/],
  ['COM.', /TLD is not/],
  ['co.uk', /TLD is not.*example\.co\.uk/],
  ['com.br', /TLD is not/],
  ['localhost', /label and a TLD/],
  ['www.example.com', /use example\.com/],
  ['www.example.co.uk', /use example\.co\.uk/],
  ['a.b.c.example.uk', /use example\.uk/],
  ['www.bücher.de', /use bücher\.de/],
  [long(58), /Only one label/],
  [long(59), /253/],
  ['http://example.com', /scheme/],
  ['HTTPS://example.com/', /scheme/],
  ['ftp://user@example.com:21/x', /scheme/],
  ['http:example.com', /colon/],
  ['//example.com', /path/],
  ['example.com/', /path/],
  ['example.com／path', /path/],
  ['example.com?x=1', /query/],
  ['example.com#top', /fragment/],
  ['example\\com', /path/],
  ['user@example.com', /@/],
  ['user:secret@example.com', /@/],
  ['example.com:443', /port/],
  ['example.com:', /port/],
  ['127.0.0.1', /^An IP address is not a domain/],
  ['127.0.0.1.', /IP address/],
  ['１２７。0.0.1', /IP address/],
  ['1.2.3', /IP address/],
  ['2130706433', /IP address/],
  ['example.123', /last label must not be a number/],
  ['1.2.3.0x7f', /IP address/],
  ['127.0.0.1:80', /port/],
  ['::1', /IPv6/],
  ['[::1]', /IPv6/],
  ['[2001:db8::1]:443', /IPv6/],
  ['2001:db8::1', /IPv6/],
  ['exa mple.com', /white space/],
  ['example .com', /white space/],
  ['exa\u3000mple.com', /white space/],
  ['exa\nmple.com', /white space/],
  ['exa\u2028mple.com', /white space/],
  ['exa´mple.com', /U\+00B4 is not allowed/],
  ['exa℀mple.com', /U\+2100 is not allowed/],
  ['what⁇.com', /U\+2047 is not allowed/],
  ['example.com？x', /path/],
  ['exa¨mple.com', /U\+00A8 is not allowed/],
  ['../../etc/passwd', /path/],
  ['${jndi:ldap://x}.com', /path/],
  ["x'; DROP TABLE orders.orders; --.com", /white space/],
  ['exa_mple.com', /underscore/],
  ['_dmarc.example.com', /underscore/],
  ['.example.com', /each dot/i],
  ['example..com', /each dot/i],
  ['example.com..', /each dot/i],
  ['example.com。。', /each dot/i],
  ['example.com.\u00AD', /each dot/i],
  ['\u00AD.com', /each dot/i],
  ['*.example.com', /only letters/],
  ['exam!ple.com', /only letters/],
  ['example\0.com', /only letters/],
  ["o'neill.com", /only letters/],
  ['<script>.com', /only letters/],
  ['-example.com', /hyphen/],
  ['example-.com', /hyphen/],
  ['-.com', /hyphen/],
  ['example.-com', /hyphen/],
  ['bücher-.com', /hyphen/],
  ['ab--cd.com', /third and fourth/],
  ['xb--cd.com', /third and fourth/],
  ['bü--cher.com', /third and fourth/],
  ['example.ab--c', /third and fourth/],
  [`${'a'.repeat(64)}.com`, /at most 63/],
  [`${'ü'.repeat(60)}.com`, /at most 63.*ASCII/],
  [`${'a.'.repeat(130)}com`, /253/],
  ['a'.repeat(1001), /1001/],
  [`${' '.repeat(1000)}example.com`, /1011/],
  ['xn--.com', /hyphen/],
  ['xn--a.com', /Punycode/],
  ['xn--0.com', /Punycode/],
  ['xn--example-.com', /hyphen/],
  ['xn--bücher-kva.com', /Punycode/],
  ['xn--99999999.com', /Punycode/],
  ['xn--BCHER-kva9.com', /Punycode/],
  ['xn--ASCII-.com', /hyphen/],
  ['xn--xn--bcher-kva-.com', /hyphen/],
  ['xn--fsq-.com', /hyphen/],
  // The two surrogates of 💩 as separate characters; the A-label of 💩 is xn--ls8h.
  ['xn--8c9by4f.com', /Punycode/],
  [`${'a'.repeat(300)}.com`, /label must have at most 63/],
  [`${`${'ü'.repeat(40)}.`.repeat(6)}com`, /253.*ASCII/],
  ['a\u200Db.com', /U\+200D is not allowed between/],
  ['a\u200Cb.com', /U\+200C is not allowed between/],
  ['👩\u200D👧.com', /U\+200D is not allowed between/],
  ['\u0308a.com', /combining mark \(U\+0308\)/],
  ['a.\u0300b.com', /combining mark \(U\+0300\)/],
  ['\uD800.com', /U\+D800 is not allowed/],
  ['a\uDC00b.com', /U\+DC00 is not allowed/],
  ['a\u202Eb.com', /U\+202E is not allowed/],
  ['example․com', /U\+2024 is not allowed/],
  ['example…com', /U\+2026 is not allowed/],
  ['example‥com', /U\+2025 is not allowed/],
  ['exa–mple.com', /U\+2013 is not allowed/],
  ['exa—mple.com', /U\+2014 is not allowed/],
  ['exa−mple.com', /U\+2212 is not allowed/],
  ['exa‐mple.com', /U\+2010 is not allowed/],
  ['exa‑mple.com', /U\+2011 is not allowed/],
  ['надвор’е.com', /U\+2019 is not allowed/],
  ['“shop”.com', /U\+201C is not allowed/],
  ['caf€.com', /U\+20AC is not allowed/],
  ['★.com', /U\+2605 is not allowed/],
  ['a→b.com', /U\+2192 is not allowed/],
  ['½.com', /U\+2044 is not allowed|U\+00BD is not allowed/],
  ['\u0640اب.com', /U\+0640 is not allowed/],
  ['〱.com', /U\+3031 is not allowed/],
  ['\u1100\u1100.com', /U\+1100 is not allowed/],
  ['\u{1D158}.com', /is not allowed/],
  ['ⴀ\u20DD.com', /U\+20DD is not allowed/],
  ['a\u20E3.com', /U\+20E3 is not allowed/],
  ['\uE000.com', /U\+E000 is not allowed/],
  ['\u0378.com', /U\+0378 is not allowed/],
  ['exam!ple.com', /U\+0021 is not allowed/],
  ['exam！ple.com', /U\+FF01 is not allowed/],
  ['a·b.com', /U\+00B7 must stand between two l/],
  ['l·.com', /U\+00B7/],
  ['·l.com', /U\+00B7/],
  ['l··l.com', /U\+00B7/],
  ['α͵.com', /U\+0375 must stand before a Greek letter/],
  ['a͵b.com', /U\+0375/],
  ['׳א.com', /U\+05F3 must stand after a Hebrew letter/],
  ['״א.com', /U\+05F4/],
  ['a・b.com', /U\+30FB needs Hiragana, Katakana or Han/],
  ['・.com', /U\+30FB/],
  ['ا١۲.com', /U\+0661 must not be mixed/],
  ['ا۲١.com', /U\+06F2 must not be mixed/],
  // The A-labels of such labels.
  ['xn--example-w16c.com', /U\+2013 is not allowed/],
  ['xn--ab-0ea.com', /U\+00B7 must stand between two l/],
  ['xn--vek.com', /U\+30FB/],
  ['xn--wva3j.com', /U\+0375/],
  ['דוגמהa.com', /directions/],
  ['aדוגמה.com', /directions/],
  ['1דוגמה.com', /directions/],
];

const UNSUPPORTED: [input: string, tld: string][] = [
  ['example.zzz', 'zzz'],
  ['EXAMPLE.Invalid.', 'invalid'],
  ['www.example.zzz', 'zzz'],
  ['example.br', 'br'],
  ['example.gov.br', 'br'],
  ['com.zzz', 'zzz'],
  ['example.constructor', 'constructor'],
  ['example.рф', 'xn--p1ai'],
  ['bücher.xn--p1ai', 'xn--p1ai'],
];

describe('isCompleteName', () => {
  it.each([
    ['my.shop', true],
    ['shop', false],
    ['.shop', false],
    ['my-shop.', false],
    ['my-shop.zzz', false],
  ])('for %j returns %j', (term, isComplete) => {
    expect(isCompleteName(term)).toBe(isComplete);
  });
});

describe('DomainName', () => {
  it.each(VALID)('parses %j as %s under .%s', (input, name, tld, unicode = name) => {
    const domain = DomainName.parse(input);
    expect(domain).toMatchObject({ name, tld, unicode });
    expect(`${domain.label}.${domain.tld}`).toBe(name);
    expect(`${domain.unicodeLabel}.${domain.tld}`).toBe(unicode);
    expect(String(domain)).toBe(name);
  });

  it.each(INVALID)('rejects %j with the reason', (input, message) => {
    const error = errorOf(input);
    expect(error).toBeInstanceOf(InvalidDomain);
    expect(error?.message).toMatch(message);
  });

  it.each(UNSUPPORTED)('rejects %j because .%s is not in the catalogue', (input, tld) => {
    const error = errorOf(input);
    expect(error).toBeInstanceOf(UnsupportedTld);
    expect(error).toMatchObject({ tld, message: expect.stringContaining(`.${tld}`) });
  });

  it('throws only InvalidDomain or UnsupportedTld for any text', () => {
    fc.assert(
      fc.property(anyText(), text => {
        const error = errorOf(text);
        if (error === undefined) return;
        expect([InvalidDomain, UnsupportedTld]).toContain(error.constructor);
        expect(error.message).toMatch(/^[A-Z].*\.$/s);
      }),
      { numRuns: 2_000 },
    );
  });

  it('parses both forms of a domain as the same domain', () => {
    fc.assert(
      fc.property(domainNames(), name => {
        expect(DomainName.parse(name.name)).toEqual(name);
        expect(DomainName.parse(name.unicode)).toEqual(name);
        expect(DomainName.parse(` ${name.name.toUpperCase()}. `)).toEqual(name);
      }),
    );
  });

  it('has an ASCII name of at most 253 characters with labels of at most 63', () => {
    fc.assert(
      fc.property(domainNames(), ({ name }) => {
        expect(name).toMatch(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]+$/);
        expect(name.length).toBeLessThanOrEqual(253);
      }),
    );
  });

  it('keeps an A-label unchanged or rejects it', () => {
    const aLabels = fc.stringMatching(/^xn--[a-z0-9-]{1,12}$/);
    fc.assert(
      fc.property(aLabels, label => {
        const error = errorOf(`${label}.com`);
        if (error === undefined) expect(DomainName.parse(`${label}.com`).label).toBe(label);
        else expect(error).toBeInstanceOf(InvalidDomain);
      }),
      { numRuns: 2_000 },
    );
  });
});

function errorOf(input: string): Error | undefined {
  try {
    DomainName.parse(input);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
