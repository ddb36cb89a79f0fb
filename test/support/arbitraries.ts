import fc from 'fast-check';

/** Arbitrary 16-bit units, including control characters and lone surrogates. */
const brokenText = fc.array(fc.nat(0xffff), { maxLength: 40 }).map(units => String.fromCharCode(...units));

export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 300 }),
  brokenText,
  fc.constantFrom('__proto__', 'constructor', '${7*7}', "' OR 1=1 --", '\u0000', '../..', '%00', 'true', '1e999'),
);

export const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.anything({ withNullPrototype: false }).map(plain));

const words = fc.constantFrom(
  'garden',
  'tools',
  'shop',
  'taken',
  'premium',
  'registered',
  'bücher',
  'straße',
  '例え',
  '24',
);

const labels = fc.oneof(
  { weight: 3, arbitrary: fc.array(words, { minLength: 1, maxLength: 3 }).map(parts => parts.join('-')) },
  { weight: 2, arbitrary: fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/) },
  { weight: 1, arbitrary: fc.constantFrom('google', 'a', 'ab', 'x'.repeat(63), 'xn--bcher-kva', 'ab--cd') },
);

const tlds = fc.constantFrom('com', 'net', 'io', 'co.uk', 'uk', 'de', 'shop', 'online', 'com.br', 'ai', 'dev', 'jp');

/** Plausible domains; nearly all of them are valid. */
export const likelyNames = fc.tuple(labels, tlds).map(([label, tld]) => `${label}.${tld}`);

/** Other spellings of the same domain. `toUpperCase` would turn `ß` into two letters, which is another domain. */
export const spelled = (name: string) =>
  fc.constantFrom(
    name,
    name.replace(/[a-zü]/g, letter => letter.toUpperCase()),
    ` ${name} `,
    `${name}.`,
    name.replaceAll('.', '。'),
    name.normalize('NFD'),
  );

/** Text that a header can carry. */
export const headerText = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }), fc.constant(9)), {
    maxLength: 80,
  })
  .map(codes => String.fromCharCode(...codes));

function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch {
    return null; // circular or a bigint
  }
}
