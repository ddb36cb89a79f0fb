import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { partOf } from './part.js';

export const PORTAL = '/portal/api/';

const ABOUT = `What the portal's pages ask for. Log in with \`POST /portal/api/session\`: its answer sets the cookie that all other
calls need. It is there for the portal and changes with it; programs call the API with a key instead.

Every change sends \`Content-Type: application/json\`, and comes from a page of this installation or from no page at all.`;

/** The OpenAPI 3.1 document of the portal's back end. */
export function describePortal(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Nameyard portal')
    .setDescription(ABOUT)
    .setVersion('1.0')
    .addServer('/', 'This installation')
    .addCookieAuth(
      'nameyard_session',
      { type: 'apiKey', in: 'cookie', description: 'Over https its name begins with `__Host-`.' },
      'session',
    )
    .build();
  return withoutLimits(partOf(SwaggerModule.createDocument(app, config), path => path.startsWith(PORTAL)));
}

/** Requests are counted for keys; people have none. */
function withoutLimits(document: OpenAPIObject): OpenAPIObject {
  for (const path of Object.values(document.paths))
    for (const operation of [path.get, path.post, path.patch, path.put, path.delete])
      for (const response of Object.values(operation?.responses ?? {}))
        if (response && 'headers' in response && response.headers)
          response.headers = Object.fromEntries(
            Object.entries(response.headers).filter(([name]) => !name.includes('RateLimit')),
          );
  return document;
}
