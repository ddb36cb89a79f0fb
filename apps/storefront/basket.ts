import type { FastifyReply } from 'fastify';
import { HostCookie } from '#platform/http';
import type { Pages } from './pages.js';
import { redirect } from './respond.js';
import type { Visit } from './visit.js';

const cookie = new HostCookie('nameyard_basket', 30 * 24 * 3_600);

/** The domain in the basket, which is the last chosen one. A basket has at most one domain. */
export function basketOf({ request }: Pick<Visit, 'request'>): string | undefined {
  const domain = cookie.read(request);
  return domain !== undefined && /^[a-z0-9.-]{1,253}$/.test(domain) ? domain : undefined;
}

export const putIntoBasket = ({ reply }: Visit, domain: string): void => cookie.set(reply, domain);

export const emptyBasket = ({ reply }: Visit): void => cookie.clear(reply);

/** `POST /basket`: removes the domain. */
export async function removeFromBasket(pages: Pages, visit: Visit): Promise<FastifyReply> {
  // Rejects forms of other sites.
  pages.forms.read(visit);
  emptyBasket(visit);
  return redirect(visit.reply, '/');
}
