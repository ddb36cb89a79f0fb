import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { cloudflare } from './cloudflare/cloudflare.js';
import { dnsimple } from './dnsimple/dnsimple.js';
import { serveFacade } from './shared/serve-facade.js';

const FORMATS = [dnsimple, cloudflare];

/** Serves the sandbox in the formats of other providers. */
export async function serveFacades(app: NestFastifyApplication): Promise<void> {
  for (const format of FORMATS) await serveFacade(app, format);
}

/** The supported calls, for the documentation. */
export const facadeCalls = FORMATS.flatMap(({ facade, calls }) =>
  calls.map(({ call, method, path, operations = [] }) => ({
    facade,
    call,
    method,
    path: path.replace(/:(\w+)/g, '{$1}'),
    operations,
  })),
);
