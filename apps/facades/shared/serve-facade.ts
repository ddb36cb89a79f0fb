import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { type Facade, type KeyAccess, type OperationName, type Permission, permissionOf } from '#identity/access';
import { accountIdsOf } from '#facades';
import { acceptEmptyBodies, loggedErrorResponse, RouteNotFound } from '#platform/http';
import { LOGGER, type Logger } from '#platform/observability/log';
import type { BrokenField } from '#platform/model';
import { FacadeCallUnsupported } from './errors.js';
import { Visit } from './visit.js';

/** A call of a provider that its facade supports. */
export interface Call {
  /** Name of the call in the provider's clients. */
  call: string;
  method: HTTPMethods;
  /** Path below the base URL; `:account` or `:account_id` is the account of the tenant. */
  path: string;
  /** Status of the response. */
  status: number;
  /** Returns the result. */
  handle: (visit: Visit) => unknown;
  operations?: readonly OperationName[];
  /** Required besides the permissions of the operations; `sandbox.search` if neither is set. */
  permission?: Permission;
}

export interface Format {
  facade: Facade;
  /** Path of the base URL. */
  base: string;
  calls: readonly Call[];
  /** Wraps a result in the body of the response. The result of a list is a `Page`. */
  answerOf(result: unknown): object;
  /** The status and the body of a failure. */
  failureOf(status: number, error: { message: string; details?: BrokenField[] }): [number, object];
}

/** @param route method and path, and a status that is not 200, for example `POST /v2/:account/contacts 201` */
export function call(name: string, route: string, handle: Call['handle'], more: Partial<Call> = {}): Call {
  const [method, path, status = '200'] = route.split(' ') as [HTTPMethods, string, string?];
  return { call: name, method, path, status: Number(status), handle, ...more };
}

const ALL_METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Serves the calls of a provider. All other paths below its base URL are unsupported calls. */
export async function serveFacade(app: NestFastifyApplication, format: Format): Promise<void> {
  const { facade, base, calls, answerOf, failureOf } = format;
  const logger = app.get<Logger>(LOGGER);
  await app.register(async (fastify: FastifyInstance) => {
    acceptEmptyBodies(fastify);
    fastify.setErrorHandler((error, request, reply) => {
      const { status, headers, body } = loggedErrorResponse(error, request, logger);
      const { code, message, details } = body.error;
      // The hint names a member of our own format.
      const [shownStatus, shown] = failureOf(status, { message: message.replace(' See error.details.', ''), details });
      return reply.status(shownStatus).headers(headers).header('Nameyard-Code', code).send(shown);
    });
    for (const { method, path, operations = [], permission, status, handle } of calls)
      fastify.route({
        method,
        url: base + path,
        config: { access: accessTo(facade, operations, permission), isJson: true },
        handler: async (request, reply) => {
          const visit = new Visit(app, request, reply, operations);
          const { account_id, account = account_id } = visit.params;
          if (account !== undefined && account !== String(accountIdsOf(visit.tenant)[facade]))
            throw new RouteNotFound('The account in the path is not that of the API key.');
          const result = await handle(visit);
          reply.status(visit.status ?? status);
          return status === 204 ? null : answerOf(result);
        },
      });
    for (const url of [base, `${base}/*`])
      fastify.route({
        method: ALL_METHODS,
        url,
        config: { access: accessTo(facade, []) },
        onRequest: () => Promise.reject(new FacadeCallUnsupported()),
        handler: () => undefined,
      });
  });
}

function accessTo(facade: Facade, operations: readonly OperationName[], other?: Permission): KeyAccess {
  const [permission = 'sandbox.search', ...alsoRequired] = [...operations.map(permissionOf), ...(other ? [other] : [])];
  return { permission, alsoRequired, facade };
}
