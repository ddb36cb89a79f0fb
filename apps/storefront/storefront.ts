import compress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify';
import { MisdirectedRequest } from '#identity/access';
import { securePages } from '../api/security-headers.js';
import { serveAssets } from './assets.js';
import { PageNotFound } from './errors.js';
import { installFormBody } from './forms.js';
import { ON_STOREFRONT } from './host-constraint.js';
import { removeFromBasket } from './basket.js';
import { Pages } from './pages.js';
import { showDomains } from './pages/domains.js';
import { askForCode, enterCode, openShareLink } from './pages/entry.js';
import { placeOrder, showOrderForm } from './pages/order.js';
import { pay, showPayment } from './pages/payment.js';
import { sendProblem } from './pages/problem.js';
import { streamReceipt } from './pages/receipt-events.js';
import { showReceipt } from './pages/receipt.js';
import { orderRenewal, showRenewalForm } from './pages/renewal.js';
import { showSearch } from './pages/search.js';
import { servicesOf } from './services.js';
import { beginVisit, type Visit } from './visit.js';

type Handler = (pages: Pages, visit: Visit) => Promise<FastifyReply>;

interface Page {
  method?: HTTPMethods;
  url: string;
  handler: Handler;
  /** Whether the page is shown before the access code is entered. */
  isPublic?: boolean;
}

const PAGES: Page[] = [
  { url: '/', handler: showSearch },
  { url: '/order', handler: showOrderForm },
  { method: 'POST', url: '/order', handler: placeOrder },
  { method: 'POST', url: '/basket', handler: removeFromBasket },
  { url: '/orders/:id', handler: showPayment },
  { method: 'POST', url: '/orders/:id', handler: pay },
  { url: '/orders/:id/receipt', handler: showReceipt },
  { url: '/orders/:id/events', handler: streamReceipt },
  { url: '/domains', handler: showDomains },
  { url: '/renew', handler: showRenewalForm },
  { method: 'POST', url: '/renew', handler: orderRenewal },
  { method: 'POST', url: '/code', handler: enterCode, isPublic: true },
  { url: '/share/:token', handler: openShareLink, isPublic: true },
];

/** The API, the portal and the facades are not available at the hosts of storefronts. */
const MISDIRECTED_PATHS = ['/api/v1', '/api/v1/*', '/portal', '/portal/*', '/facades', '/facades/*'];

const ALL_METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Only files of this host, and no inline code. */
const CSP_SOURCES = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  fontSrc: ["'self'"],
  formAction: ["'self'"],
};

/** Serves the storefronts of tenants at their hosts. */
export async function serveStorefront(app: NestFastifyApplication): Promise<void> {
  const services = servicesOf(app);
  const pages = new Pages(services);
  await app.register(async (fastify: FastifyInstance) => {
    await fastify.register(async scope => {
      for (const url of MISDIRECTED_PATHS)
        scope.route({
          method: ALL_METHODS,
          url,
          constraints: ON_STOREFRONT,
          config: { access: 'open' },
          // Rejects before the body is read; API clients expect the JSON envelope.
          onRequest: request => Promise.reject(new MisdirectedRequest(request.hostname)),
          handler: () => undefined,
        });
    });
    await fastify.register(async scope => {
      // Without a referrer, browsers would send `Origin: null` with forms.
      securePages(scope, CSP_SOURCES, { referrerPolicy: { policy: 'same-origin' } });
      installFormBody(scope);
      await scope.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
      scope.setErrorHandler((error, request, reply) => {
        const fault = sendProblem(error, request, reply);
        if (fault) services.logger.error({ err: fault, requestId: request.id }, 'unexpected error');
      });
      scope.addHook('preClose', async () => void (pages.isClosing = true));
      serveAssets(scope, services);
      for (const page of PAGES) servePage(scope, pages, page);
      scope.route({
        method: ALL_METHODS,
        url: '/*',
        constraints: ON_STOREFRONT,
        config: { access: 'open' },
        handler: () => Promise.reject(new PageNotFound()),
      });
    });
  });
}

function servePage(fastify: FastifyInstance, pages: Pages, { method = 'GET', url, handler, isPublic }: Page): void {
  fastify.route({
    method,
    url,
    constraints: ON_STOREFRONT,
    config: { access: 'open' },
    handler: async (request, reply) => {
      const visit = await beginVisit(request, reply, pages.services, pages.codes);
      return visit.isAdmitted || isPublic ? handler(pages, visit) : askForCode(pages, visit);
    },
  });
}
