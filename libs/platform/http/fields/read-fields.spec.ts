import 'reflect-metadata';
import fc from 'fast-check';
import { Choice, Instant, Words } from './choices.js';
import { CountryCode, EmailAddress, Nested, PhoneNumber, Text, Whole } from './fields.js';
import { explain } from './read-fields.js';
import { takeFields } from './take-fields.js';

const about = { description: 'A field.', example: 'x' };

class Person {
  @Text({ max: 5, ...about })
  name: string;

  @EmailAddress(about)
  email: string;

  @PhoneNumber(about)
  phone?: string;

  @CountryCode(about)
  country?: string;
}

class Base {
  @Whole({ min: 1, max: 3, ...about, example: 1 })
  years: number;
}

class Form extends Base {
  @Nested(Person, about)
  person: Person;

  @Choice({ of: ['on', 'off'], optional: true, ...about })
  state?: string;

  @Words({ most: 2, optional: true, ...about, example: [] })
  words?: string[];

  @Instant({ optional: true, ...about })
  at?: string;
}

const RIGHT = { name: ' Ada ', email: 'ada@example.com', phone: '+44 20 7946 0958', country: ' gb' };

const mostly = <T>(...right: T[]) => fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...right) }, fc.jsonValue());

const anyForm = fc.record(
  {
    years: mostly(1, 3),
    person: mostly<unknown>(RIGHT, { ...RIGHT, country: null }, { ...RIGHT, phone: undefined, further: 1 }, [], {}),
    state: mostly('on', null),
    words: mostly<unknown>([], ['a', 'b']),
    at: mostly('2027-12-31T23:59:59Z'),
    further: fc.jsonValue(),
  },
  { noNullPrototype: true, requiredKeys: [] },
);

const outcomeOf = (read: () => object | undefined) => {
  try {
    return read() ?? 'refused';
  } catch {
    return 'refused';
  }
};

describe('the fields of a request', () => {
  it('are taken the short way exactly when the long one finds nothing wrong, and are the same then', () => {
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(anyForm, form => {
        const taken = outcomeOf(() => takeFields(Form, form));
        expect(taken).toStrictEqual(outcomeOf(() => explain(Form, form)));
        seen[taken === 'refused' ? 'refused' : 'taken']++;
      }),
      { numRuns: 2_000 },
    );
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(100);
  });

  it('are of their classes, with what the base class asks for', () => {
    const form = takeFields(Form, { years: 2, person: RIGHT });
    expect(form).toBeInstanceOf(Form);
    expect(form?.person).toBeInstanceOf(Person);
    expect(form?.person).toMatchObject({ name: 'Ada', country: 'GB' });
    expect(takeFields(Form, { person: RIGHT })).toBeUndefined();
  });
});
