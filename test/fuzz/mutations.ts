import fc from 'fast-check';
import { hostileText, hostileValue, INHERITED_NAMES } from './hostile.js';
import { Members, withMembers, writeJson } from './json.js';

/** A place in a JSON value. `replace` without values removes it. */
interface Place {
  replace(...values: unknown[]): void;
  value: unknown;
  /** The object that the place belongs to. */
  parent: Members | undefined;
  /** Name in that object. */
  name: string;
}

type Change = (place: Place) => void;

/** Changes without a value. */
const PLAIN: Change[] = [
  place => place.replace(),
  place => place.replace([place.value]),
  place => place.replace(new Members([['value', place.value]])),
  place => place.replace(String(place.value)),
];

const names = fc.oneof(fc.constantFrom(...INHERITED_NAMES), fc.constantFrom('domain', 'id', 'x'), hostileText);

/** A change that uses a name and a value. */
const using = (weight: number, change: (place: Place, value: unknown, name: string) => void) => ({
  weight,
  arbitrary: fc.tuple(hostileValue, names).map(
    ([value, name]): Change =>
      place =>
        change(place, withMembers(value), name),
  ),
});

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...PLAIN) },
  using(6, (place, value) => place.replace(value)),
  // Duplicate members: the last one counts, or the first one.
  using(1, (place, value) => place.parent?.entries.unshift([place.name, value])),
  using(1, (place, value) => place.parent?.entries.push([place.name, value])),
  using(2, (place, value, name) => place.parent?.entries.push([name, value])),
);

const changes = fc.array(fc.tuple(fc.nat({ max: 50 }), change), { minLength: 1, maxLength: 3 });

/** The JSON text of a valid value with one to three places changed. */
export const mutatedJson = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.tuple(valid, changes).map(([value, all]) => {
    const holder = [withMembers(value)];
    for (const [at, apply] of all) {
      const places = placesOf(holder);
      const place = places[at % Math.max(places.length, 1)];
      if (place) apply(place);
    }
    return writeJson(holder[0] ?? null);
  });

/** JSON text with damaged bytes: truncated, extended or replaced. */
export const damagedJson = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
    fc
      .tuple(valid, fc.nat({ max: 400 }), fc.uint8Array({ maxLength: 4 }), fc.boolean())
      .map(([value, at, bytes, cut]) => {
        const text = Buffer.from(writeJson(value));
        const place = at % (text.length + 1);
        const rest = cut ? Buffer.alloc(0) : text.subarray(place + bytes.length);
        return Buffer.concat([text.subarray(0, place), bytes, rest]);
      }),
    valid.map(value => Buffer.from(`\ufeff${writeJson(value)}`)),
    valid.map(value => Buffer.from(writeJson(value) + writeJson(value))),
    valid.map(value => Buffer.from(writeJson(value), 'utf16le')),
  );

/** Every place in a value, outermost first; `holder` is an array that contains the value. */
function placesOf(holder: unknown[]): Place[] {
  const found: Place[] = [];
  visitList(holder);
  return found;

  function visitList(list: unknown[]): void {
    list.forEach((value, index) => {
      const replace = (...values: unknown[]) => void list.splice(index, 1, ...values);
      found.push({ value, name: String(index), parent: value instanceof Members ? value : undefined, replace });
      descend(value);
    });
  }

  function visitMembers(parent: Members): void {
    parent.entries.forEach(([name, value], index) => {
      const replace = (...values: unknown[]) =>
        void parent.entries.splice(index, 1, ...values.map((each): [string, unknown] => [name, each]));
      found.push({ value, name, parent, replace });
      descend(value);
    });
  }

  function descend(value: unknown): void {
    if (Array.isArray(value)) visitList(value);
    else if (value instanceof Members) visitMembers(value);
  }
}
