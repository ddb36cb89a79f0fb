import type { Client } from '../support/client.js';
import type { PortalClient } from '../support/portal-client.js';
import { openPortal, type Portal } from './open-portal.js';
import { Window } from './window.js';

export interface Visit extends Portal {
  /** A tenant for the current test. */
  client: Client;
  window: Window;
  /** Opens a page of the tenant and logs in, by default as an operator. */
  enter(path?: string, person?: PortalClient): Promise<void>;
}

/** Starts a portal for the tests of the surrounding `describe`; each test gets a new tenant and a new window. */
export function visitPortal(): Visit {
  const visit = {
    enter: async (path = '', person = visit.operator) => {
      await visit.window.go(`/t/${visit.client.tenant.slug}${path}`);
      await visit.window.logIn(person);
    },
  } as Visit;
  beforeAll(async () => void Object.assign(visit, await openPortal()));
  beforeEach(async () => {
    visit.client = await visit.sandbox.tenant();
    visit.window = await Window.open(visit);
  });
  afterEach(() => visit.window?.close());
  return visit;
}
