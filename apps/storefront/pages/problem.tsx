import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerTo } from '#platform/http';
import { sendPage } from '../respond.js';

const TITLES: Record<number, string> = {
  403: 'This form cannot be accepted',
  404: 'Page not found',
  413: 'The form is too large',
  415: 'The form cannot be read',
  429: 'Too many requests',
  503: 'Try again in a moment',
};

/**
 * Answers an error with a page that does not depend on the storefront, which may be switched off. Returns the unexpected
 * error, if it is one.
 */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const { status, headers, body, fault } = answerTo(error);
  request.failure = body.error.code;
  const title = TITLES[status] ?? (status < 500 ? 'This request cannot be accepted' : 'Something went wrong');
  const text = status === 404 ? 'There is nothing at this address.' : body.error.message;
  sendPage(reply.headers(headers), <Problem title={title} text={text} requestId={request.id} />, status);
  return fault;
}

const Problem = ({ title, text, requestId }: { title: string; text: string; requestId: string }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
    </head>
    <body>
      <p>Sandbox – nothing is charged or registered</p>
      <main>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          Request <code>{requestId}</code>
        </p>
        <p>
          <a href="/">Back to the start</a>
        </p>
      </main>
    </body>
  </html>
);
