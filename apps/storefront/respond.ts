import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { FastifyReply } from 'fastify';

/** Sends a page. Pages depend on cookies, so they are never cached. */
export function sendPage(reply: FastifyReply, page: VNode, status = 200): FastifyReply {
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(`<!doctype html>${render(page)}`);
}

/** Redirects after a form, so that a reload does not send it again. */
export const redirect = (reply: FastifyReply, path: string): FastifyReply =>
  reply.header('Cache-Control', 'no-store').redirect(path, 303);
