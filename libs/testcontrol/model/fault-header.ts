import { type BareItem, type Item, parseItem, Token } from 'structured-headers';
import { InvalidFault } from './errors.js';
import { type Fault, readFault } from './fault.js';

/**
 * Reads a `Sandbox-Fault` header: an item with parameters (RFC 8941), for example `reset;phase=after`.
 * @throws InvalidFault that names the kind or parameter
 */
export function parseFaultHeader(value: string): Fault {
  const [kind, parameters] = parse(value);
  if (parameters.has('kind')) throw new InvalidFault('kind', 'must be the first word, not a parameter');
  const values = Array.from(parameters, ([name, item]): [string, unknown] => [name, plain(item)]);
  return readFault({ ...Object.fromEntries(values), kind: plain(kind) });
}

function parse(value: string): Item {
  try {
    return parseItem(value);
  } catch {
    throw new InvalidFault('Sandbox-Fault', 'must be one kind with parameters, for example error;code=RATE_LIMITED');
  }
}

/** The text of a fault in the header. */
export const faultHeader = ({ kind, ...parameters }: { kind: string } & Record<string, string | number>): string =>
  [kind, ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`)].join(';');

/** A token and a string with the same text are equivalent: `code=RATE_LIMITED` and `code="RATE_LIMITED"`. */
const plain = (item: BareItem): unknown => (item instanceof Token ? item.toString() : item);
