import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReadSlots } from '#platform/http';
import { accountIdOf } from './person.js';
import { accessOf } from './requires.js';

/** Runs the handlers of all GET routes with a caller in the slots of this caller. */
export function limitReads(fastify: FastifyInstance, slots: ReadSlots): void {
  fastify.addHook('onRoute', route => {
    const access = accessOf(route.config);
    const isRead = route.method === 'GET' || route.method === 'HEAD';
    if (!isRead || access === undefined || access === 'open' || route.config?.limitsReads) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const caller = readerOf(request);
      // The client may have disconnected while the read waited.
      const read = async () => (reply.raw.closed ? reply.hijack() : handler.call(this, request, reply));
      return caller === undefined ? read() : slots.run(caller, read);
    };
  });
}

/** A tenant with its worlds, or a person. Routes for visitors have none. */
const readerOf = ({ caller, person }: FastifyRequest): string | undefined =>
  caller ? accountIdOf(caller.tenant) : person?.id;
