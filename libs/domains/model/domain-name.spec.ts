import fc from 'fast-check';
import { DomainName } from './domain-name.js';
import { InvalidDomain, UnsupportedTld } from './errors.js';
import { anyText, domainNames } from './testing/names.js';

const label63 = 'a'.repeat(63);

// 3 × 64 and a label of 58 or 57 make 253 and 254 with `.co` behind: one fits, the other does not.
const long = (last: number) => `${`${label63}.`.repeat(3)}${'b'.repeat(last)}.co`;

/** Input, and the name that it reads as: in ASCII, with its TLD and, where it is another, in Unicode. */
const GOOD: [input: string, name: string, tld: string, unicode?: string][] = [
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
];

/** Input, and a word of the message that tells what is wrong with it. */
const INVALID: [input: string, about: RegExp][] = [
  ['', /needed/],
  ['   ', /needed/],
  ['.', /needed/],
  ['。', /needed/],
  ['..', /each dot/i],
  ['example', /needs a label and a TLD.*example\.com/],
  ['com', /suffix.*example\.com/],
  ['COM.', /suffix/],
  ['co.uk', /suffix.*example\.co\.uk/],
  ['com.br', /suffix/],
  ['localhost', /label and a TLD/],
  ['www.example.com', /ask for example\.com/],
  ['www.example.co.uk', /ask for example\.co\.uk/],
  ['a.b.c.example.uk', /ask for example\.uk/],
  ['www.bücher.de', /ask for bücher\.de/],
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
  ['127.0.0.1', /IP address/],
  ['127.0.0.1.', /IP address/],
  ['１２７。0.0.1', /IP address/],
  ['1.2.3', /IP address/],
  ['2130706433', /IP address/],
  ['example.123', /IP address/],
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
  // The two surrogates of 💩 one by one: decoded they run together, but its true A-label is xn--ls8h.
  ['xn--8c9by4f.com', /Punycode/],
  ['a\u200Db.com', /UTS 46/],
  ['a\u200Cb.com', /UTS 46/],
  ['\u0308a.com', /UTS 46/],
  ['\uD800.com', /UTS 46/],
  ['a\uDC00b.com', /UTS 46/],
  ['a\u202Eb.com', /UTS 46/],
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
  ['example.рф', 'xn--p1ai'],
  ['bücher.xn--p1ai', 'xn--p1ai'],
];

describe('Reading a domain name', () => {
  it.each(GOOD)('reads %j as %s under .%s', (input, name, tld, unicode = name) => {
    const read = DomainName.parse(input);
    expect(read).toMatchObject({ name, tld, unicode });
    expect(`${read.label}.${read.tld}`).toBe(name);
    expect(`${read.unicodeLabel}.${read.tld}`).toBe(unicode);
    expect(String(read)).toBe(name);
  });

  it.each(INVALID)('refuses %j and says why', (input, about) => {
    const refusal = refusalOf(input);
    expect(refusal).toBeInstanceOf(InvalidDomain);
    expect(refusal?.message).toMatch(about);
  });

  it.each(UNSUPPORTED)('reads %j and has nothing to sell under .%s', (input, tld) => {
    const refusal = refusalOf(input);
    expect(refusal).toBeInstanceOf(UnsupportedTld);
    expect(refusal).toMatchObject({ tld, message: expect.stringContaining(`.${tld}`) });
  });

  it('refuses any text with one of its two errors, or reads it, and nothing else ever happens', () => {
    fc.assert(
      fc.property(anyText(), text => {
        const refusal = refusalOf(text);
        if (refusal === undefined) return;
        expect([InvalidDomain, UnsupportedTld]).toContain(refusal.constructor);
        expect(refusal.message).toMatch(/^[A-Z].*\.$/s);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads what it has read as the same name again, from either spelling', () => {
    fc.assert(
      fc.property(domainNames(), name => {
        expect(DomainName.parse(name.name)).toEqual(name);
        expect(DomainName.parse(name.unicode)).toEqual(name);
        expect(DomainName.parse(` ${name.name.toUpperCase()}. `)).toEqual(name);
      }),
    );
  });

  it('only ever gives ASCII host names of at most 253 characters with labels of at most 63', () => {
    fc.assert(
      fc.property(domainNames(), ({ name }) => {
        expect(name).toMatch(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]+$/);
        expect(name.length).toBeLessThanOrEqual(253);
      }),
    );
  });

  it('reads an A-label as it is written, or not at all', () => {
    const aLabels = fc.stringMatching(/^xn--[a-z0-9-]{1,12}$/);
    fc.assert(
      fc.property(aLabels, label => {
        const refusal = refusalOf(`${label}.com`);
        if (refusal === undefined) expect(DomainName.parse(`${label}.com`).label).toBe(label);
        else expect(refusal).toBeInstanceOf(InvalidDomain);
      }),
      { numRuns: 2_000 },
    );
  });
});

function refusalOf(input: string): Error | undefined {
  try {
    DomainName.parse(input);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
