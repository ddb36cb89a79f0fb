import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { IsInt, IsString, Min, ValidateIf, validateSync } from 'class-validator';
import fc from 'fast-check';
import { invalid, Refusal } from '../errors/refusal.js';
import {
  CountryField,
  DateTimeField,
  EmailField,
  EnumField,
  IntegerField,
  ListField,
  ObjectField,
  PhoneField,
  StringListField,
  TextField,
} from './fields.js';
import { readFields } from './read-fields.js';
import { Field, CheckedBy } from './field.js';

const about = { description: 'A field.', example: 'x' };

class Person {
  @TextField({ max: 5, ...about })
  name: string;

  @EmailField(about)
  email: string;

  @PhoneField(about)
  phone?: string;

  @CountryField(about)
  country?: string;
}

class Base {
  @IntegerField({ min: 1, max: 3, ...about, example: 1 })
  years: number;
}

class Form extends Base {
  @ObjectField(Person, about)
  person: Person;

  @EnumField({ of: ['on', 'off'], optional: true, ...about })
  state?: string;

  @StringListField({ maxItems: 2, optional: true, ...about, example: [] })
  words?: string[];

  @DateTimeField({ optional: true, ...about })
  at?: string;
}

class TooPlain extends invalid({
  code: 'TOO_PLAIN',
  description: 'The name is too plain.',
  reproduce: 'Send a plain name.',
}) {}

class Coded {
  @Field(about, CheckedBy(() => new TooPlain('The name must be better.')))
  name: string;
}

class CodedTeam {
  @ListField(Coded, { maxItems: 10, ...about })
  people: Coded[];

  @IntegerField({ min: 1, max: 3, optional: true, description: 'A size.', example: 1 })
  size?: number;
}

class Plain {
  @IsInt()
  @Min(1)
  count: number;

  @IsString({ each: true })
  names: string[];
}

class Conditional {
  @ValidateIf(({ count }: Plain) => count > 0)
  name: string;
}

const PERSON = { name: ' Ada ', email: 'ada@example.com', phone: '+44 20 7946 0958', country: ' gb' };

const read = (value: unknown): Form => readFields(Form, value);

function problemsOf(work: () => unknown): Record<string, string> {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal)
      return Object.fromEntries(error.extras.details!.map(({ field, message }) => [field, message]));
    throw error;
  }
  return {};
}

describe('readFields', () => {
  it('returns instances with normalized values and inherited fields', () => {
    const form = read({ years: 2, person: PERSON });
    expect(form).toBeInstanceOf(Form);
    expect(form.person).toBeInstanceOf(Person);
    expect(form).toMatchObject({ years: 2, person: { ...PERSON, name: 'Ada', country: 'GB' } });
  });

  it('ignores undeclared members and omits optional fields that are null', () => {
    const form = read({ years: 2, person: { ...PERSON, further: 1 }, state: null, further: {} });
    expect(form).not.toHaveProperty('further');
    expect(form.person).not.toHaveProperty('further');
    expect(form).not.toHaveProperty('state');
  });

  it.each(['', ' ', '\u00A0\t'])('omits optional texts that are %j, but neither choices nor required texts', blank => {
    const form = read({ years: 2, person: { ...PERSON, phone: blank, country: blank }, at: blank });
    expect(form.person).toEqual({ name: 'Ada', email: PERSON.email });
    expect(form).not.toHaveProperty('at');
    const problems = problemsOf(() => read({ years: 2, person: { name: blank, email: blank }, state: blank }));
    expect(Object.keys(problems).sort()).toEqual(['person.email', 'person.name', 'state']);
  });

  it('reports unknown members only if it is strict', () => {
    const sent = { years: 2, person: { ...PERSON, nick: 'x' }, yaers: 1, '': 2 };
    expect(problemsOf(() => readFields(Form, sent))).toEqual({});
    expect(problemsOf(() => readFields(Form, sent, { strict: true }))).toEqual({
      yaers: 'is unknown; known fields are person, state, words, at, years',
      '""': 'is unknown; known fields are person, state, words, at, years',
      'person.nick': 'is unknown; known fields are name, email, phone, country',
    });
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`x${n}`.repeat(200), n]));
    const problems = problemsOf(() => readFields(Form, { years: 2, person: PERSON, ...many }, { strict: true }));
    expect(Object.keys(problems).map(field => field.length)).toEqual(Array(10).fill(100));
  });

  it('reports every invalid field with its path', () => {
    const broken = { years: 4, person: { ...PERSON, email: 'x', country: 'XX' }, words: 'a', at: 'today' };
    expect(Object.keys(problemsOf(() => read(broken)))).toEqual([
      'person.email',
      'person.country',
      'words',
      'at',
      'years',
    ]);
  });

  it.each([
    ['2028-02-29T00:00:00Z', true],
    ['2027-12-31T23:59:59.999999999+23:59', true],
    ['2027-01-01T00:00Z', true],
    ['2027-02-29T00:00:00Z', false],
    ['2027-02-30T00:00:00Z', false],
    ['2027-04-31T12:00:00+02:00', false],
    ['2027-13-01T00:00:00Z', false],
    ['2027-00-01T00:00:00Z', false],
    ['2027-01-00T00:00:00Z', false],
    ['2027-01-01T24:00:00Z', false],
    ['2027-01-01T23:60:00Z', false],
    ['2027-01-01T23:59:60Z', false],
    ['2027-01-01T00:00:00+24:00', false],
    ['2027-01-01T00:00:00+01:60', false],
    ['0000-12-31T00:00:00Z', false],
    ['2027-01-01T00:00:00', false],
    ['2027-01-01', false],
  ])('decides whether %s is a date and time: %s', (at, isValid) => {
    const problem = problemsOf(() => read({ years: 2, person: PERSON, at })).at;
    expect(problem).toEqual(isValid ? undefined : expect.stringMatching(/^must be a date and time with a time zone/));
  });

  it('reports a missing object once, not its fields', () => {
    expect(problemsOf(() => read({ years: 1 }))).toEqual({ person: 'must be an object' });
  });

  it.each([undefined, null, 1, 'x', [], [{}]])('refuses %j, which is no object', value => {
    expect(problemsOf(() => read(value))).toEqual({ body: 'must be a JSON object' });
  });

  it('throws the error of a rule when that field alone is invalid', () => {
    expect(() => readFields(Coded, {})).toThrow(
      expect.objectContaining({
        code: 'TOO_PLAIN',
        message: 'The name must be better.',
        extras: { details: [{ field: 'name', message: 'The name must be better.' }] },
      }),
    );
  });

  it('throws the error of a rule when all invalid fields have it, and ValidationFailed otherwise', () => {
    const details = [0, 1].map(index => ({ field: `people.${index}.name`, message: 'The name must be better.' }));
    expect(() => readFields(CodedTeam, { people: [{}, {}] })).toThrow(
      expect.objectContaining({ code: 'TOO_PLAIN', extras: { details } }),
    );
    expect(() => readFields(CodedTeam, { people: [{}, {}], size: 4 })).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        extras: { details: [...details, { field: 'size', message: 'must be an integer from 1 to 3' }] },
      }),
    );
  });

  it.each(['constructor', '__proto__', 'toString', 'then', 'prototype'])(
    'treats a value with a member named "%s" as any other object',
    name => {
      const value = JSON.parse(`{"${name}":1}`) as object;
      for (const field of ['years', 'state', 'words', 'at'])
        expect(problemsOf(() => read({ years: 1, person: PERSON, [field]: value }))).toHaveProperty(field);
      for (const field of ['name', 'email', 'phone', 'country'])
        expect(problemsOf(() => read({ years: 1, person: { ...PERSON, [field]: value } }))).toHaveProperty([
          `person.${field}`,
        ]);
    },
  );

  it('refuses the same fields of any JSON value as class-validator and class-transformer, and throws nothing else', () => {
    const fieldOf = (...valid: unknown[]) => fc.oneof(fc.constantFrom(...valid), fc.jsonValue());
    const anyForm = fc.record(
      {
        years: fieldOf(1, 3, 4, '2'),
        person: fieldOf(PERSON, { ...PERSON, name: '' }, { ...PERSON, phone: ' ' }),
        state: fieldOf('on', ' on', ''),
        words: fieldOf(['a'], ['a', 'b', 'c']),
        at: fieldOf('2027-01-01T00:00Z', '2027-02-29T00:00:00Z', ''),
      },
      { noNullPrototype: true, requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyForm, form => {
        const refused = validateSync(plainToInstance(Form, form)).map(({ property }) => property);
        const paths = Object.keys(problemsOf(() => read(form)));
        expect(new Set(paths.map(path => path.split('.', 1)[0]))).toEqual(new Set(refused));
      }),
      { numRuns: 1_000 },
    );
  });

  it('accepts decorators of class-validator with their own messages', () => {
    const value = { count: 0, names: ['a', 1] };
    expect(problemsOf(() => readFields(Plain, value))).toEqual({
      count: 'must not be less than 1',
      'names.1': 'each value in names must be a string',
    });
    expect(problemsOf(() => readFields(Plain, { count: 1 }))).toEqual({ names: 'must be an array' });
    expect(readFields(Plain, { count: 1, names: ['a'] })).toEqual({ count: 1, names: ['a'] });
    expect(() => readFields(Conditional, {})).toThrow('Conditional.name: conditionalValidation is not supported');
  });
});

class Team {
  @ListField(Person, { ...about, optional: true, maxItems: 1_000 })
  people?: Person[];
}

describe('lists of objects', () => {
  const person = (name: string) => ({ name, email: 'a@example.com' });
  const detailsOf = (value: unknown): string[] => {
    try {
      readFields(Team, value, { strict: true });
      return [];
    } catch (error) {
      return ((error as Refusal).extras.details ?? []).map(({ field }) => field);
    }
  };

  it('are read element by element', () => {
    expect(readFields(Team, { people: [person(' Ada '), person('Bob')] }).people).toEqual([
      person('Ada'),
      person('Bob'),
    ]);
    expect(readFields(Team, {}).people).toBeUndefined();
  });

  it('report the path of each problem', () => {
    const people = [person('Ada'), { ...person('Bob'), age: 7 }, 'Eve', { name: 'Joe' }];
    expect(detailsOf({ people })).toEqual(['people.2', 'people.3.email', 'people.1.age']);
  });

  it('report at most 100 problems, and none of elements when the list is too long', () => {
    expect(detailsOf({ people: Array.from({ length: 1_000 }, () => ({})) })).toHaveLength(100);
    expect(detailsOf({ people: Array.from({ length: 1_001 }, () => ({ age: 7 })) })).toEqual(['people']);
  });
});
