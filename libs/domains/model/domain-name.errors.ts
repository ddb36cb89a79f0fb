/** The text is no domain name that could be registered. The message tells the caller what is wrong and what would do. */
export class InvalidDomain extends Error {
  override readonly name = 'InvalidDomain';
}

/** A good host name, but nothing in the catalogue sells names under its last label. */
export class UnsupportedTld extends Error {
  override readonly name = 'UnsupportedTld';

  /** @param tld the last label in its ASCII form, without a dot */
  constructor(readonly tld: string) {
    super(`Names under .${tld} are not in the catalogue.`);
  }
}
