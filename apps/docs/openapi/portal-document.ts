import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { buildDocument } from './build-document.js';

export const PORTAL = '/portal/api/';

const DESCRIPTION = `The management API: tenants, API keys, webhook receivers, storefronts and everything else that the portal shows. The
pages of the portal use it, too. Fields are added without notice; ignore those that you do not know.

Programs send \`Authorization: Bearer\`, followed by a personal access token from the account page of the portal. A token has
the rights of its person, limited to its tenants and, if it is read-only, to GET and HEAD requests, and \`DEFAULT_RATE_LIMIT\` requests per minute. It cannot call operations that
change logins or access tokens. Cookies of a request with a token are ignored.

Browsers log in with \`POST /portal/api/session\`: its response sets the session cookie. Their requests that
change something are accepted only from the portal's own pages and from programs that are not browsers, and only with
\`Content-Type: application/json\`.

Every response except exported files is a JSON envelope with \`success\`, \`data\` and \`error\`, and \`meta\` on success. It
has an \`X-Request-Id\`. Unknown fields and the body of a GET request are ignored; a DELETE request needs no body, and a JSON body is ignored. Optional
fields accept null, which means the same as leaving them out. Timestamps are RFC 3339 with a time zone, in the years 0001
to 9999.`;

const TAGS = {
  Session: 'Log in and out, list and end sessions, and change your password.',
  'Sign-in': 'Second factors and passkeys, and confirmations of changes.',
  'Access tokens': 'Tokens with which scripts call the portal API.',
  Tenants: 'Tenants of the installation.',
  Hosts: 'Host names that show the storefront of a tenant.',
  Keys: 'API keys of a tenant.',
  'Try it': 'API calls made from the portal.',
  Requests: 'Request log of a tenant.',
  Usage: 'Usage statistics of a tenant.',
  'Sandbox data': 'Orders and registered domains of a tenant.',
  Scenarios: 'Outcomes that can be rehearsed in the sandbox of a tenant.',
  'Test control': 'Worlds and faults of a tenant.',
  Storefront: 'Storefront of a tenant: its brand, access and share links.',
  Webhooks: 'Webhook receivers of a tenant and deliveries to them.',
  'Kill switch': 'The switch for the live registrar API.',
  'Live registrar': 'Connection to the registrar, live orders and money of tenants.',
  People: 'Accounts of the portal, for operators.',
  'Audit log': 'Log of all changes, for operators.',
};

/** The OpenAPI 3.1 document of the portal's back end. */
export function describePortal(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Nameyard portal')
    .setDescription(DESCRIPTION)
    .addCookieAuth(
      'nameyard_session',
      { type: 'apiKey', in: 'cookie', description: 'Session cookie. Over HTTPS its name has the prefix `__Host-`.' },
      'session',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'Personal access token, `ny_pat_…`.' }, 'token');
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  return buildDocument(app, { builder, includes: path => path.startsWith(PORTAL) });
}
