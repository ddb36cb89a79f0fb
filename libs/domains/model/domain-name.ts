import type { Refusal } from '#platform/model';
import { deepestTld, tlds } from '../catalogue/catalogue.js';
import { InvalidDomain, UnsupportedTld } from './errors.js';
import { type HostName, normalizeHostName } from './host-name.js';

/** A name that the catalogue could sell: one label under one of its TLDs, always in normal form. */
export class DomainName {
  private constructor(
    /** The whole name in ASCII, IDNs as A-labels: `xn--bcher-kva.co.uk`. At most 253 characters, lower case. */
    readonly name: string,
    /** The whole name for people: `bücher.co.uk`. Equal to `name` unless it is an IDN. */
    readonly unicode: string,
    /** The registered label in ASCII: `xn--bcher-kva`. */
    readonly label: string,
    /** The registered label for people: `bücher`. */
    readonly unicodeLabel: string,
    /** The suffix as the catalogue has it, without a leading dot: `co.uk`. */
    readonly tld: string,
  ) {}

  /** What was read last: a name is read to check it, and at once again to use it. */
  private static last: { input: string; name: DomainName } | undefined;

  /**
   * Reads a name as a caller wrote it; a name's own `name` and `unicode` read as the same name again.
   *
   * @throws InvalidDomain when it is no host name, an address, a bare suffix, or has a label too many
   * @throws UnsupportedTld when it is a host name under a suffix that the catalogue does not have
   */
  static parse(input: string): DomainName {
    if (DomainName.last?.input !== input) DomainName.last = { input, name: DomainName.read(input) };
    return DomainName.last.name;
  }

  private static read(input: string): DomainName {
    const host = normalizeHostName(input);
    refuseAddress(host.ascii);
    const tld = suffixOf(host.ascii);
    if (tld === undefined) throw new UnsupportedTld(lastLabel(host.ascii));
    const label = host.ascii.slice(0, -tld.length - 1);
    if (label.includes('.')) throw new InvalidDomain(tooManyLabels(host, tld));
    // Every suffix of the catalogue is ASCII, so it is spelt the same in both forms.
    return new DomainName(host.ascii, host.unicode, label, host.unicode.slice(0, -tld.length - 1), tld);
  }

  /** Puts a label that is known to be good, in both spellings, under a TLD of the catalogue. Checks nothing. */
  static under(tld: string, label: string, unicodeLabel: string): DomainName {
    return new DomainName(`${label}.${tld}`, `${unicodeLabel}.${tld}`, label, unicodeLabel, tld);
  }

  toString(): string {
    return this.name;
  }
}

/** The problem of a value that should be a domain; undefined when it is one. */
export function problemOfDomain(value: unknown): string | Refusal | undefined {
  if (typeof value !== 'string') return 'must be a domain name, such as example.com';
  try {
    DomainName.parse(value);
    return undefined;
  } catch (error) {
    return error as Refusal;
  }
}

/** The longest suffix of the catalogue that leaves at least one label; undefined when there is none. */
function suffixOf(name: string): string | undefined {
  if (tlds.has(name))
    throw new InvalidDomain(`A bare suffix is not a domain name: put a label before it, as in example.${name}.`);
  if (!name.includes('.')) throw new InvalidDomain(`A domain name needs a label and a TLD, as in ${name}.com.`);
  let longest: string | undefined;
  let dot = name.length;
  for (let labels = 1; labels <= deepestTld && dot > 0; labels += 1) {
    dot = name.lastIndexOf('.', dot - 1);
    if (dot < 0) break;
    const suffix = name.slice(dot + 1);
    if (tlds.has(suffix)) longest = suffix;
  }
  return longest;
}

/** A name that ends in a number is read as an IPv4 address everywhere (URL Standard, "ends in a number checker"). */
function refuseAddress(name: string): void {
  if (/^(?:\d+|0x[\da-f]*)$/.test(lastLabel(name))) {
    throw new InvalidDomain('An IP address is not a domain name, and the last label of a name is never a number.');
  }
}

function tooManyLabels(host: HostName, tld: string): string {
  const before = host.unicode.slice(0, -tld.length - 1);
  return `Only one label may stand before .${tld}: ask for ${lastLabel(before)}.${tld}.`;
}

function lastLabel(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
