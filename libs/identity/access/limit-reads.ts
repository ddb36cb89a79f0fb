import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReadSlots } from '#platform/http';
import { permanentTenantIdOf } from './person.js';
import { accessOf } from './requires.js';

/** Makes the handlers of all GET routes wait for a read slot of their caller. */
export function limitReads(fastify: FastifyInstance, slots: ReadSlots): void {
  fastify.addHook('onRoute', route => {
    const access = accessOf(route.config);
    const isRead = route.method === 'GET' || route.method === 'HEAD';
    if (!isRead || access === undefined || access === 'open' || route.config?.limitsOwnReads) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const caller = readerOf(request);
      // The client may have disconnected while the read waited.
      const read = async () => (reply.raw.closed ? reply.hijack() : handler.call(this, request, reply));
      return caller === undefined ? read() : slots.run(caller, read);
    };
  });
}

/** Whose slots a read uses: those of a tenant and its worlds, or of a person; undefined for visitors. */
const readerOf = ({ caller, person }: FastifyRequest): string | undefined =>
  caller ? permanentTenantIdOf(caller.tenant) : person?.id;
