import { forbidden, notFound, tooMany } from '#platform/http/errors';

export class StorefrontOff extends notFound({
  code: 'STOREFRONT_OFF',
  description: 'The storefront is switched off, or its tenant is suspended.',
  reproduce: 'Open a storefront that is switched off.',
}) {}

export class PageNotFound extends notFound({
  code: 'PAGE_NOT_FOUND',
  description: 'There is no page at this address.',
  reproduce: 'Open `/unknown` on a storefront.',
}) {}

export class ForeignForm extends forbidden({
  code: 'FOREIGN_FORM',
  description: 'The form was sent by another site, or it has expired.',
  advice: 'Go back, reload the page, and send the form again. The browser must accept cookies.',
  reproduce: 'Send a form of a storefront from another site.',
}) {}

export class TooManyRequests extends tooMany({
  code: 'TOO_MANY_REQUESTS',
  description: 'Too many requests in the current minute.',
  header: 'Retry-After',
  reproduce: 'Reload a page of a storefront until the limit is reached.',
}) {
  constructor(seconds: number) {
    super(`Too many requests. Try again in ${seconds} s.`, { headers: { 'Retry-After': String(seconds) } });
  }
}

export class TooManyCodes extends tooMany({
  code: 'TOO_MANY_CODES',
  description: 'Too many wrong access codes were entered at the storefront, from all addresses together.',
  header: 'Retry-After',
  reproduce: 'Enter wrong access codes from many addresses.',
}) {
  /** @param headers contain `Retry-After` in seconds */
  constructor(headers: Record<string, string> = {}) {
    const minutes = Math.ceil(Number(headers['Retry-After']) / 60);
    super(
      `Too many wrong access codes. Try again in ${minutes} min. Browsers that have entered the code before keep their access.`,
      { headers },
    );
  }
}
