import { pathsFor } from './assets.js';
import { AccessCodes } from './access-codes.js';
import { basketOf } from './basket.js';
import { FormTokens } from './forms.js';
import type { Services } from './services.js';
import { StreamSlots } from './stream-slots.js';
import type { Frame } from './views/layout.js';
import type { Visit } from './visit.js';

/** Services and state for the handlers of all pages. */
export class Pages {
  readonly forms: FormTokens;
  readonly codes: AccessCodes;
  readonly streams = new StreamSlots();
  /** Set when the process shuts down. */
  isClosing = false;

  constructor(readonly services: Services) {
    this.forms = new FormTokens(services.secrets);
    this.codes = new AccessCodes(services.secrets);
  }

  /** @param basket the domain in the basket; needed if this request has changed it, because the cookie of the request is older */
  frame(visit: Visit, path: string, basket = basketOf(visit)): Frame {
    const { storefront, isDeveloper, isAdmitted } = visit;
    return { storefront, assets: pathsFor(storefront), path, basket, isDeveloper, isAdmitted };
  }
}
