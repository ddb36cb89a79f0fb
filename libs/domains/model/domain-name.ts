import { isIPv4 } from 'node:net';
import type { Refusal } from '#platform/model';
import { lastLabel, MAX_TLD_LABELS, tlds } from '../catalogue/catalogue.js';
import { InvalidDomain, UnsupportedTld } from './errors.js';
import { normalizeHostName } from './host-name.js';

/** A domain in normal form: one label and a TLD of the catalogue. */
export class DomainName {
  private constructor(
    /** The domain in ASCII with A-labels, such as `xn--bcher-kva.co.uk`; lower case, at most 253 characters. */
    readonly name: string,
    /** The domain in Unicode, such as `bücher.co.uk`. Equal to `name` unless it is an IDN. */
    readonly unicode: string,
    /** The label in ASCII, such as `xn--bcher-kva`. */
    readonly label: string,
    /** The label in Unicode, such as `bücher`. */
    readonly unicodeLabel: string,
    /** The TLD without a leading dot, such as `co.uk`. */
    readonly tld: string,
  ) {}

  /**
   * Parses a domain as a caller wrote it. Parsing `name` or `unicode` of the result gives an equal domain.
   *
   * @throws InvalidDomain when the text is not a host name, is an IP address or a TLD, or has more than one label
   * @throws UnsupportedTld when the catalogue does not have the TLD
   */
  static parse(input: string): DomainName {
    const { ascii, unicode } = normalizeHostName(input);
    rejectIpAddress(ascii);
    const tld = tldOf(ascii);
    if (tld === undefined) throw new UnsupportedTld(lastLabel(ascii));
    const label = ascii.slice(0, -tld.length - 1);
    // TLDs are ASCII, and thus the same in both forms.
    const unicodeLabel = unicode.slice(0, -tld.length - 1);
    if (label.includes('.')) {
      throw new InvalidDomain(`Only one label is allowed before .${tld}; use ${lastLabel(unicodeLabel)}.${tld}.`);
    }
    return new DomainName(ascii, unicode, label, unicodeLabel, tld);
  }

  /** Combines a valid label with a TLD of the catalogue, without validation. */
  static under(tld: string, label: string, unicodeLabel: string): DomainName {
    return new DomainName(`${label}.${tld}`, `${unicodeLabel}.${tld}`, label, unicodeLabel, tld);
  }

  toString(): string {
    return this.name;
  }
}

/** Returns why a value is not a domain; undefined if it is one. */
export function problemOfDomain(value: unknown): string | Refusal | undefined {
  if (typeof value !== 'string') return 'must be a domain name, such as example.com';
  try {
    DomainName.parse(value);
    return undefined;
  } catch (error) {
    return error as Refusal;
  }
}

/** The longest TLD of the catalogue that leaves at least one label. */
function tldOf(name: string): string | undefined {
  if (tlds.has(name)) throw new InvalidDomain(`A TLD is not a domain; put a label before it, as in example.${name}.`);
  const labels = name.split('.');
  if (labels.length === 1) throw new InvalidDomain(`A domain must have a label and a TLD, such as ${name}.com.`);
  for (let count = Math.min(MAX_TLD_LABELS, labels.length - 1); count > 0; count--) {
    const tld = labels.slice(-count).join('.');
    if (tlds.has(tld)) return tld;
  }
  return undefined;
}

/** Rejects names that URL parsers read as IPv4 addresses (URL Standard, "ends in a number checker"). */
export function rejectIpAddress(name: string): void {
  if (!/^(?:\d+|0x[\da-f]*)$/.test(lastLabel(name))) return;
  throw new InvalidDomain(
    isIPv4(name)
      ? 'An IP address is not a domain.'
      : 'The last label must not be a number; such a text is read as an IP address.',
  );
}

/** Whether a search term in normal form has a label and a TLD of the catalogue. */
export const isCompleteName = (term: string): boolean =>
  /^[^.]+\./.test(term) && tlds.has(term.slice(term.indexOf('.') + 1));
