import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { CATALOGUE_VERSION } from '#domains';
import { buildDocument } from './build-document.js';
import { PORTAL } from './portal-document.js';
import { MESSAGE_MODELS, WEBHOOKS } from './webhooks.js';

const DESCRIPTION = `Nameyard is a sandbox for shops that sell domain names: try the integration here before you connect a real registrar.

Search a name, order it, and check out with a simulated payment. Results are deterministic, and each tenant has its own
data. Send your API key as \`Authorization: Bearer …\` and the slug of your tenant as \`X-Tenant\`.

Every response is a JSON envelope with \`success\`, \`data\` and \`error\`, and \`meta\` on success. It has an
\`X-Request-Id\`. The exceptions are the successes of the operations endpoints. An address that does not exist gets 404 \`NOT_FOUND\`; if only
the method is wrong, \`Allow\` lists the right ones. Unknown fields and the body of a GET request are ignored. Timestamps
are RFC 3339 with a time zone, in the years 0001 to 9999.

\`error.retryable\` says whether the same request can succeed later, and \`error.docs\` leads to the description of the
error: its cause, what to do, and how to reproduce it.

Names and prices come from catalogue version ${CATALOGUE_VERSION}.

See also the [documentation](/docs/), above all [Errors](/docs/errors), [Webhooks](/docs/webhooks) and
[Idempotency](/docs/idempotency).`;

/** The OpenAPI 3.1 document of the API. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Nameyard')
    .setDescription(DESCRIPTION)
    .addSecurity('key', {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key: `ny_sandbox_` or `ny_live_`, followed by 38 characters.',
    })
    .addTag('Sandbox', 'Search, order, renew and check out in the sandbox, and read its orders and registrations.')
    .addTag(
      'Control',
      'Control the clock of the sandbox, make its requests fail on purpose, and verify what has happened.',
    )
    .addTag('Live registrar', 'Search, order and check out at a real registrar. An operator can switch them off.')
    .addTag('Webhooks', 'Events: sent to the webhook receivers of a tenant, or polled.')
    .addTag('Operations', 'Endpoints for orchestrators and monitoring.');
  return buildDocument(app, {
    builder,
    includes: path => !path.startsWith(PORTAL),
    models: MESSAGE_MODELS,
    webhooks: WEBHOOKS,
  });
}
