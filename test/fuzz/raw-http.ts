import fc from 'fast-check';

const SEARCH = '/api/v1/sandbox/domains/search';
export const BODY = '{"domain":"example.com"}';
const HOST = 'Host: {{host}}';
const KEY = ['Authorization: Bearer {{shop key}}', 'X-Tenant: {{shop}}', 'Content-Type: application/json'];

/** A complete search that keeps its connection open. */
export const GOOD_REQUEST = [`POST ${SEARCH} HTTP/1.1`, HOST, ...KEY, `Content-Length: ${BODY.length}`, '', BODY].join(
  '\r\n',
);

/** Bytes as Latin-1 text with tokens; the first `good` requests are complete and valid. */
export interface RawCase {
  text: string;
  good: number;
}

const METHODS = ['GET', 'CONNECT', 'OPTIONS', 'TRACE', 'PRI', 'QUERY', 'post', 'P@ST', '', 'M-SEARCH', 'X'.repeat(300)];

const TARGETS = [
  '*',
  '/',
  '',
  '//',
  '/\\',
  '/%',
  '/%00',
  '/a b',
  '/\u0000',
  '/\u00e9',
  '/\u007f',
  '#x',
  '?x',
  `${SEARCH}#x`,
  `${SEARCH}/`,
  `/${SEARCH}`,
  '/api/v1/../..',
  '/api/v1/./sandbox//domains/search',
  '{{host}}',
  'example.com:443',
  `http://{{host}}${SEARCH}`,
  `https://evil.example${SEARCH}`,
  'http://',
  'http://[::1',
  'http://{{host}}',
  'mailto:x@example.com',
  `/${'a/'.repeat(4_000)}`,
  `/${'%41'.repeat(4_000)}`,
  `/api/v1/${'x'.repeat(300)}`,
  '/portal/api/tenants/%00/keys',
];

const VERSIONS = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/1.10', 'http/1.1', 'HTTP/', '', 'HTTP/1.1 x'];

const HOSTS = [
  [],
  [HOST, HOST],
  [HOST, 'Host: evil.example'],
  ['Host:'],
  ['Host: a b'],
  ['Host: ['],
  ['Host: {{host}}:99999'],
  ['Host: x@{{host}}'],
  ['Host : {{host}}'],
  [` ${HOST}`],
  [`Host: ${'a'.repeat(5_000)}`],
];

const ODD_LINES = [
  'X: a\r\n b',
  'X: a\r\n\tb',
  ' X: first',
  'X: \u0000',
  'X\u0000: a',
  'X: \u0001',
  'no colon',
  ': no name',
  'X : a',
  'X: a\nY: b',
  'X: a\rY: b',
  'X: \u0080\u00ff',
  '\u00e9: x',
  'Expect: x',
  'Expect: 100-continue',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Connection: upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  Array.from({ length: 1_500 }, (_, n) => `X${n}: ${n}`).join('\r\n'),
  `X: ${'a'.repeat(20_000)}`,
  `${'X'.repeat(20_000)}: a`,
];

const CHUNKS = [
  '',
  '0',
  '0\r\n\r\n',
  'zz\r\n',
  '-1\r\n',
  '+5\r\nhello\r\n0\r\n\r\n',
  '0x5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffffff\r\nx',
  '7fffffffffffffff\r\nx',
  '18\r\nshort',
  `18\r\n${BODY}XX0\r\n\r\n`,
  `18\r\n${BODY}\r\n`,
  `18\n${BODY}\n0\n\n`,
  `18;a="${'x'.repeat(20_000)}"\r\n${BODY}\r\n0\r\n\r\n`,
  `18;a=b;c\r\n${BODY}\r\n0\r\n\r\n`,
  `18 \r\n${BODY}\r\n0\r\n\r\n`,
  `${'0'.repeat(100)}18\r\n${BODY}\r\n0\r\n\r\n`,
  `18\r\n${BODY}\r\n0\r\nX-Tenant: evil\r\n\r\n`,
  `18\r\n${BODY}\r\n0\r\nbroken trailer\r\n\r\n`,
  `18\r\n${BODY}\r\n0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  `${[...BODY].map(character => `1\r\n${character}\r\n`).join('')}0\r\n\r\n`,
  `18\r\n${BODY}\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
];

/** Framing headers and the body that follows them. */
const FRAMINGS: [lines: string[], body: string][] = [
  [[], ''],
  [[], BODY],
  ...['23', '1', '0', '25', '70000', '-1', '+24', '0x18', '24, 24', '24 24', '', '2.4e1', '9'.repeat(30)].map(
    (length): [string[], string] => [[`Content-Length: ${length}`], BODY],
  ),
  [['Content-Length: 24', 'Content-Length: 24'], BODY],
  [['Content-Length: 24', 'Content-Length: 25'], BODY],
  [['Content-Length: 24', 'Transfer-Encoding: chunked'], `18\r\n${BODY}\r\n0\r\n\r\n`],
  [['Content-Length : 24'], BODY],
  ...[
    'identity',
    'gzip',
    'gzip, chunked',
    'chunked, gzip',
    'chunked, chunked',
    'xchunked',
    ' chunked',
    'CHUNKED',
    '',
  ].map((coding): [string[], string] => [[`Transfer-Encoding: ${coding}`], `18\r\n${BODY}\r\n0\r\n\r\n`]),
  ...CHUNKS.map((body): [string[], string] => [['Transfer-Encoding: chunked'], body]),
];

const RIGHT_FRAMING: [string[], string] = [[`Content-Length: ${BODY.length}`], BODY];

/** Mostly the standard value, sometimes one of the variants. */
const withVariants = <T>(standard: T, variants: readonly T[], weight = 4) =>
  fc.oneof({ weight, arbitrary: fc.constant(standard) }, { weight: 1, arbitrary: fc.constantFrom(...variants) });

const brokenRequest = fc
  .record({
    method: withVariants('POST', METHODS),
    target: withVariants(SEARCH, TARGETS, 3),
    version: withVariants('HTTP/1.1', VERSIONS),
    hosts: withVariants([HOST], HOSTS),
    odd: withVariants<string[]>(
      [],
      ODD_LINES.map(line => [line]),
    ),
    framing: withVariants(RIGHT_FRAMING, FRAMINGS, 1),
    eol: withVariants('\r\n', ['\n', '\r', '\n\r', '\r\r\n', ''], 12),
  })
  .map(({ method, target, version, hosts, odd, framing: [lines, body], eol }) =>
    [`${method} ${target} ${version}`, ...hosts, ...odd, ...KEY, 'Connection: close', ...lines, '', body].join(eol),
  );

const noise = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom(
    'garbage\r\n\r\n',
    '\r\n\r\n\r\n',
    '\u0000'.repeat(100),
    '\u0016\u0003\u0001\u0000\u00a5\u0001',
    '}\r\n',
    ' ',
  ),
  fc.constantFrom('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'PROXY TCP4 1.2.3.4 5.6.7.8 9 10\r\n', 'x'.repeat(30_000)),
);

/** A malformed request, a truncated or damaged request, or noise. */
const broken = fc.oneof(
  { weight: 6, arbitrary: brokenRequest },
  { weight: 1, arbitrary: noise },
  {
    weight: 1,
    arbitrary: fc.tuple(brokenRequest, fc.nat({ max: 500 })).map(([text, length]) => text.slice(0, length)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat({ max: GOOD_REQUEST.length - 1 }), fc.nat({ max: 255 }))
      .map(([at, code]) => GOOD_REQUEST.slice(0, at) + String.fromCharCode(code) + GOOD_REQUEST.slice(at + 1)),
  },
);

/** Malformed HTTP after up to two valid requests on the same connection. */
export const rawCase: fc.Arbitrary<RawCase> = fc
  .tuple(withVariants(0, [1, 2], 2), broken)
  .map(([good, text]) => ({ good, text: GOOD_REQUEST.repeat(good) + text }));
