import fc from 'fast-check';
import { keepExchange, MAX_KEPT_BYTES } from './exchange.js';
import { clean, isExampleAddress, redactedJson } from './redaction.js';

const word = fc.stringMatching(/^[a-z]{6,12}$/);
const secret = fc.stringMatching(/^[A-Za-z0-9]{20,40}$/);
const address = fc.tuple(word, word).map(([name, host]) => `${name}@${host}.com`);
const example = fc.tuple(word, fc.constantFrom('example.com', 'mail.example.org', 'a.test', 'x.invalid', 'localhost'));
const phone = fc.stringMatching(/^\+[1-9]\d{1,2} \d{3} \d{4,6}$/);
const nested = (value: fc.Arbitrary<unknown>) =>
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }), fc.record({ data: value, other: fc.jsonValue() }));

/** The value of a text is found in what is stored, also if it is escaped. */
const stored = (value: unknown) => redactedJson(value, MAX_KEPT_BYTES);

describe('redaction of bodies', () => {
  it('keeps no value of a secret member', () => {
    const name = fc.constantFrom(
      'key',
      'KEY',
      'api_key',
      'apiKey',
      'secret',
      'signing_secret',
      'clientSecret',
      'password',
      'newPassword',
      'token',
      'access_token',
      'Authorization',
      'cookie',
      'Set-Cookie',
    );
    fc.assert(
      fc.property(name, secret, fc.jsonValue(), (name, secret, other) => {
        const values = [secret, [secret], { inner: secret }];
        for (const value of values) expect(stored({ other, deep: [{ [name]: value }] })).not.toContain(secret);
      }),
    );
  });

  it('keeps no API key, webhook secret, credential, address or phone number inside of any text', () => {
    const prefix = fc.constantFrom('ny_sandbox_', 'ny_live_', 'ny_pat_', 'whsec_', 'Bearer ', 'basic ');
    const around = fc.constantFrom('', ' ', '"', ' is wrong: ', '\n', '<', '(');
    const sensitive = fc.oneof(
      fc.tuple(prefix, secret).map(([prefix, secret]) => [`${prefix}${secret}`, secret] as const),
      address.map(address => [address, address] as const),
      phone.map(phone => [phone, phone] as const),
    );
    fc.assert(
      fc.property(sensitive, around, nested(fc.string()), ([text, secret], around, other) => {
        const whole = `${around}${text}${around}`;
        expect(stored({ other, message: [whole], [whole]: 1 })).not.toContain(secret);
        expect(clean(whole)).not.toContain(secret);
      }),
    );
  });

  it('keeps neither names nor numbers of people without an example address', () => {
    const person = fc.record(
      { first_name: word, last_name: word, email: address, phone, nick: word, street: fc.record({ line: word }) },
      { requiredKeys: ['first_name'] },
    );
    const holder = fc.constantFrom('owner', 'Registrant', 'contacts');
    fc.assert(
      fc.property(person, holder, (person, holder) => {
        const text = stored({ domain: 'shop.com', [holder]: [person] });
        for (const value of [...Object.values(person), person.street?.line].filter(value => typeof value === 'string'))
          expect(text).not.toContain(`"${value}"`);
        const { nick: _nick, street: _street, ...known } = person;
        for (const value of Object.values(known)) expect(stored(known)).not.toContain(`"${value}"`);
      }),
    );
  });

  it('keeps people with an example address, and everything that is not sensitive', () => {
    fc.assert(
      fc.property(word, phone, example, (first_name, phone, [name, host]) => {
        const body = { domain: 'shop.com', years: 2, owner: { first_name, phone, email: `${name}@${host}` }, on: null };
        expect(stored(body)).toBe(JSON.stringify(body));
      }),
    );
    expect(stored({ owner: { first_name: 'Jane', country: 'GB' } })).toBe(
      '{"owner":{"first_name":"[masked]","country":"GB"}}',
    );
    expect(stored({ key_id: 'key_1', monkeys: false, token: null })).toBe(
      '{"key_id":"key_1","monkeys":false,"token":null}',
    );
  });

  it.each(
    'cvv CVC card_cvv2 cardCvc iban IBAN pin userPIN pin-code pwd db_pwd pass otp otpCode passcode securityCode card_number'.split(
      ' ',
    ),
  )('keeps no value of %s, but those of names that contain it', name => {
    for (const value of ['xyzzy', 90210, ['xyzzy'], { inner: [90210] }])
      expect(stored({ data: [{ [name]: value }], ok: true })).toBe(`{"data":[{"${name}":"[redacted]"}],"ok":true}`);
    for (const other of ['shipping', 'compass', 'passenger', 'option', 'adopted', 'scorecard'])
      expect(stored({ [other]: 'x' })).toBe(`{"${other}":"x"}`);
  });

  it.each(
    [
      ['street', 'Street2', 'street_address', 'address1', 'address2', 'address_line1', 'addressLine2', 'address'],
      ['birth_date', 'birthDate', 'date_of_birth', 'dob', 'birthday', 'vat', 'vat_id', 'vatNumber', 'tax_id', 'taxId'],
    ].flat(),
  )('masks the value of %s, also of examples', name => {
    for (const value of ['xyzzy', 19_800_101])
      expect(stored({ owner: { email: 'ada@example.com', [name]: value }, tags: [{ [name]: [value] }] })).toBe(
        `{"owner":{"email":"ada@example.com","${name}":"[masked]"},"tags":[{"${name}":["[masked]"]}]}`,
      );
    expect(stored({ vat_rate: 19, tax: 2.5, on: { dob: null } })).toBe('{"vat_rate":19,"tax":2.5,"on":{"dob":null}}');
  });

  it.each([
    ['4111111111111111', '[masked]'],
    ['card 4111 1111 1111 1111, thanks', 'card [masked], thanks'],
    ['card4111-1111-1111-1111x', 'card[masked]x'],
    ['3782 822463 10005 and 5555.5555.5555.4444', '[masked] and [masked]'],
    ['12 4111\u00a01111\u20111111 1111 9', '12 [masked] 9'],
    ['4222222222222', '[masked]'],
    ['6304000000000000000', '[masked]'],
    ['4111111111111112', '4111111111111112'],
    ['ord_019aa3b0c1d27f3e4111111111111111', 'ord_019aa3b0c1d27f3e4111111111111111'],
    ['4111111111111111cvv123', '[masked]cvv123'],
    ['4111111111111111exp1227', '[masked]exp1227'],
    ['order2visa4111111111111111', 'order2visa[masked]'],
    ['4111111111111111D25121010000', '[masked]D25121010000'],
    ['2025-11-21T10:00:00.000Z', '2025-11-21T10:00:00.000Z'],
  ])('masks card numbers in %s', (text, expected) => {
    expect(clean(text)).toBe(expected);
    expect(JSON.parse(stored({ payment: { reference: text }, list: [text] }))).toEqual({
      payment: { reference: expected },
      list: [expected],
    });
  });

  it('masks card numbers that are numbers, but no times', () => {
    expect(stored({ number: 4_111_111_111_111_111, at: 1_763_708_460_004 })).toBe(
      '{"number":"[masked]","at":1763708460004}',
    );
  });

  it.each([
    ['ada@example.com', true],
    ['ada@mail.EXAMPLE.net.', true],
    ['ada@shop.test', true],
    ['ada@notexample.com', false],
    ['ada@example.com.evil.io', false],
    ['ada@example.com@evil.io', false],
  ])('decides whether %s is an example: %s', (address, isExample) => {
    expect(isExampleAddress(address)).toBe(isExample);
  });

  it('writes valid JSON for any value', () => {
    fc.assert(fc.property(fc.jsonValue(), value => void JSON.parse(redactedJson(value))));
  });

  it('finds the same without and with the check that saves reading the value', () => {
    const part = fc.constantFrom(
      'key',
      'Key',
      'api',
      '_',
      '-',
      ' ',
      'secret',
      'Token',
      'pass',
      'word',
      'auth',
      'orization',
      'cookie',
      'ticket',
      'signature',
      'credential',
      'owner',
      'contacts',
      'admin',
      'billing',
      'tech',
      'person',
      'e',
      'mail',
      'first',
      'name',
      'sur',
      'tel',
      'fax',
      'mobile',
      'phone',
      'ny_live_',
      'whsec_',
      'cvv',
      'Pin',
      'otp',
      'street',
      'vat',
      'tax',
      'birth',
      '4111 1111 1111 1111',
      'Bearer ',
      'basic ',
      'x@y.de',
      '+491234567',
      '://a:b@c',
      'é',
    );
    const text = fc.array(part, { minLength: 1, maxLength: 3 }).map(parts => parts.join(''));
    const { value } = fc.letrec(tie => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.integer(),
        fc.array(tie('value')),
        fc.dictionary(text, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, value => {
        // A person elsewhere makes the check fail, and changes nothing else.
        const [, checked] = /^\[(.*),"a@example.com"\]$/s.exec(redactedJson([value, 'a@example.com']))!;
        expect(redactedJson(value)).toBe(checked);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('kept exchange', () => {
  const sent = (requestBody: unknown, responseBody?: string, headers: Record<string, string> = {}) =>
    keepExchange({
      target: '/a',
      requestHeaders: headers,
      requestBody,
      responseHeaders: { 'content-type': 'application/json' },
      responseBody,
    });

  it('has no secrets in headers and in the query', () => {
    const headers = fc.constantFrom('authorization', 'cookie', 'x-api-key', 'proxy-authorization', 'x-auth-token');
    fc.assert(
      fc.property(headers, secret, address, (name, secret, address) => {
        const kept = keepExchange({
          target: `/a?token=${secret}&by=${encodeURIComponent(address)}&limit=1`,
          requestHeaders: { [name]: `Bearer ${secret}`, 'x-idempotency-key': 'retry-1', from: address },
          requestBody: undefined,
          responseHeaders: { 'set-cookie': [`session=${secret}`], age: 1 },
          responseBody: undefined,
        });
        const text = JSON.stringify(kept);
        for (const value of [secret, address, encodeURIComponent(address)]) expect(text).not.toContain(value);
        expect(kept.target).toContain('&limit=1');
        expect(JSON.parse(kept.requestHeaders)).toMatchObject({ 'x-idempotency-key': 'retry-1' });
        expect(JSON.parse(kept.responseHeaders)).toMatchObject({ age: '1' });
      }),
    );
  });

  it.each([
    [`/api/v1/ny_pat_${'aB3'.repeat(12)}/x`, '/api/v1/ny_pat_[redacted]/x'],
    [`/share/ny_share_${'aB3'.repeat(8)}`, '/share/ny_share_[redacted]'],
    [`/share/${'aB3-_'.repeat(6)}`, '/share/aB3-***'],
    [`/a/%6ey%5Fpat_${'aB3'.repeat(12)}?b=1`, '/a/ny_pat_aB3a***?b=1'],
    ['/a/4111%201111-1111%0a1111', '/a/[masked]'],
    ['/a?note=ada%40corp.de+4111%201111%201111%201111', '/a?note=[masked]'],
    ['/a/ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012', '/a/ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012'],
    ['/a?c%76v=123&note=4111+1111+1111+1111&dob=1980', '/a?cvv=[redacted]&note=[masked]&dob=[masked]'],
    [`/a?x=%6ey_share_${'aB3'.repeat(8)}&limit=1`, '/a?x=ny_share_[redacted]&limit=1'],
    ['/a?domain=%C3%A4.com&after=2025-11-21', '/a?domain=%C3%A4.com&after=2025-11-21'],
  ])('has no secrets in the target %s', (target, expected) => {
    const kept = keepExchange({
      target,
      requestHeaders: {},
      requestBody: undefined,
      responseHeaders: {},
      responseBody: undefined,
    });
    expect(kept.target).toBe(expected);
  });

  it('is cut to 16 KiB after it was redacted', () => {
    fc.assert(
      fc.property(fc.nat(40), secret, fc.constantFrom('x', 'é', '😀'), (shift, secret, character) => {
        const start =
          character.repeat(Math.floor((MAX_KEPT_BYTES - 60) / Buffer.byteLength(character))) + 'y'.repeat(shift);
        const { request, response } = sent(
          { start, key: secret },
          JSON.stringify({ start, note: `ny_live_${secret}` }),
        );
        for (const { text, state } of [request, response]) {
          expect(Buffer.byteLength(text!)).toBeLessThanOrEqual(MAX_KEPT_BYTES);
          expect(text).not.toContain(secret.slice(0, 8));
          expect(['complete', 'cut']).toContain(state);
        }
      }),
      { numRuns: 30 },
    );
    expect(sent({ text: 'x'.repeat(20_000) }).request.state).toBe('cut');
  });

  it('has no body that is absent, invalid or too large', () => {
    expect(sent(undefined, '{}', { 'content-length': '5' }).request).toEqual({ state: 'unreadable', text: null });
    const page = {
      target: '/',
      requestHeaders: {},
      requestBody: undefined,
      responseHeaders: {},
      responseBody: '<html>',
    };
    expect(keepExchange(page).response).toEqual({ state: 'unreadable', text: null });
    expect(sent(undefined, undefined)).toMatchObject({ request: { state: 'absent' }, response: { state: 'absent' } });
    expect(sent({}, `"${'x'.repeat(300_000)}"`, { 'content-length': '300000' })).toMatchObject({
      request: { state: 'too_large', text: null },
      response: { state: 'too_large', text: null },
    });
  });
});
