import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { httpFile } from './http-file.js';
import { postmanCollection } from './postman.js';
import { collectionRequests } from './requests.js';

/** Serves the collections of requests. Their base URL is the address that they were loaded from. */
export function serveCollections(docs: FastifyInstance, api: () => OpenAPIObject): void {
  const options = { config: { access: 'open' } } as const;
  docs.get('/docs/nameyard.http', options, (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(httpFile(collectionRequests(api()), originOf(request))),
  );
  docs.get('/docs/postman.json', options, request => postmanCollection(collectionRequests(api()), originOf(request)));
}

const originOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`;
