import type { FastifyReply } from 'fastify';
import { type RegistrationDetails, PortalRegistrationsQuery } from '#domains/contract';
import { readQuery } from '#platform/http';
import type { Pages } from '../pages.js';
import { sendPage } from '../respond.js';
import { date } from '../views/format.js';
import { Layout } from '../views/layout.js';
import type { Visit } from '../visit.js';

const PAGE_SIZE = 50;

/** `GET /domains`: the names that the visitor registered; all names of the tenant for its developers. */
export async function showDomains(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const { registrations, next } = visit.isDeveloper
    ? await registrationsOfTenant(pages, visit)
    : await registrationsOf(pages, visit);
  return sendPage(
    visit.reply,
    <Layout frame={pages.frame(visit, '/domains')} title="Domains">
      <h1>{visit.isDeveloper ? `Domains of ${visit.storefront.name}` : 'Your domains'}</h1>
      {registrations.length === 0 ? <NoDomains /> : <Registrations registrations={registrations} />}
      {next && (
        <p>
          <a href={`/domains?before=${encodeURIComponent(next)}`}>Older domains</a>
        </p>
      )}
    </Layout>,
  );
}

async function registrationsOfTenant({ services }: Pages, { request, tenant }: Visit) {
  const { before } = request.query as { before?: unknown };
  const query = readQuery(PortalRegistrationsQuery, { before });
  const { domains, next } = await services.findRegistrations.page(tenant, { ...query, limit: PAGE_SIZE });
  return { registrations: domains, next };
}

async function registrationsOf({ services }: Pages, { tenant, visitor }: Visit) {
  const orders = await services.visitors.ordersOf(tenant.id, visitor);
  return { registrations: await services.findRegistrations.ofOrders(tenant, orders), next: null };
}

const NoDomains = () => (
  <div class="empty">
    <p>Domains that you order appear here.</p>
    <a class="button" href="/">
      Find a domain
    </a>
  </div>
);

const Registrations = ({ registrations }: { registrations: RegistrationDetails[] }) => (
  <table class="domains">
    <thead>
      <tr>
        <th scope="col">Domain</th>
        <th scope="col">Registered until</th>
        <th scope="col">Order</th>
        <th scope="col">
          <span class="hidden">Renewal</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {registrations.map(({ domain, order_id, status, expires_at }) => (
        <tr key={domain}>
          <th scope="row">{domain}</th>
          <td>
            <span class="narrow-only">Registered until </span>
            {date(expires_at)} {status === 'expired' && <span class="badge expired">Expired</span>}
          </td>
          <td>
            {order_id && (
              <a href={`/orders/${order_id}/receipt`}>
                Receipt<span class="hidden"> for {domain}</span>
              </a>
            )}
          </td>
          <td>
            <a href={`/renew?domain=${domain}`}>
              Renew<span class="hidden"> {domain}</span>
            </a>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
