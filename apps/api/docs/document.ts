import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { CATALOGUE_VERSION } from '#domains';
import { partOf } from './part.js';
import { PORTAL } from './portal-document.js';
import { MESSAGES, WEBHOOKS } from './webhooks.js';

const ABOUT = `A sandbox in which a shop for domain names is tried out before it meets a real registrar.

Search a name, order it, check out with a simulated payment: three calls, the same answers every time. Each tenant is
a world of its own. Send your key as \`Authorization: Bearer …\` and your tenant's slug as \`X-Tenant\`. Every answer is an
envelope of \`success\`, \`data\`, \`error\` and \`meta\`, and carries an \`X-Request-Id\` by which it can be found again.

Names and prices are those of catalogue ${CATALOGUE_VERSION}.

What is sent to you, and how to verify it: [Webhooks](/docs/webhooks). For whoever runs an installation:
[Operations](/docs/operations).`;

/** The OpenAPI 3.1 document of the API, from the controllers, the classes that they read and answer, and what is sent. */
export function describe(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Nameyard')
    .setDescription(ABOUT)
    .setVersion('1.0')
    .addServer('/', 'This installation')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key, `ny_sandbox_…` or `ny_live_…`.' }, 'key')
    .addTag('Sandbox', 'The three calls.')
    .addTag('Live registrar', 'The same calls at a real registrar, behind the kill switch.')
    .addTag('Webhooks', 'What is told of events: sent to the receivers of a tenant, or asked for.')
    .addTag('Operations', 'For orchestrators and monitoring.')
    .build();
  const whole = { ...SwaggerModule.createDocument(app, config, { extraModels: MESSAGES }), webhooks: WEBHOOKS };
  return partOf(whole, path => !path.startsWith(PORTAL));
}
