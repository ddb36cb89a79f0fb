import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorResponse } from '#platform/http';
import { TooManyCodes } from '../errors.js';
import { sharedPaths } from '../assets.js';
import { sendPage } from '../respond.js';
import { Banner } from '../views/layout.js';

interface Explanation {
  title: string;
  text: string;
}

/** Messages to visitors by status. The messages of most errors address developers. */
const EXPLANATIONS: Record<number, Explanation> = {
  403: {
    title: 'This form has expired',
    text: 'Go back, reload the page, and send the form again. Your browser must accept cookies.',
  },
  404: { title: 'Page not found', text: 'There is nothing at this address.' },
  413: { title: 'The form is too large', text: 'Go back, shorten your entries, and send the form again.' },
  415: { title: 'The form cannot be read', text: 'Go back, and send the form with its button.' },
  503: { title: 'Not available right now', text: 'Try again in a moment.' },
};

const REFUSED: Explanation = { title: 'This request cannot be accepted', text: 'Go back, and try again.' };
const FAILED: Explanation = { title: 'Something went wrong', text: 'It is not your fault. Try again in a moment.' };

/**
 * Answers an error with a page that does not need the storefront, because it may be switched off. Returns an unexpected
 * error, and undefined after an expected error.
 */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const { status, headers, body, fault } = errorResponse(error);
  request.failure = body.error.code;
  const explanation =
    status === 429
      ? {
          title: error instanceof TooManyCodes ? 'Too many wrong codes' : 'Too many requests',
          text: body.error.message,
        }
      : (EXPLANATIONS[status] ?? (status < 500 ? REFUSED : FAILED));
  sendPage(reply.headers(headers), <Problem {...explanation} requestId={request.id} />, status);
  return fault;
}

/** Without the stylesheet of a brand, the page has the neutral colors of the browser. */
const Problem = ({ title, text, requestId }: Explanation & { requestId: string }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      <title>{title}</title>
      <link rel="icon" href={sharedPaths.icon} />
      <link rel="stylesheet" href={sharedPaths.style} />
    </head>
    <body>
      <Banner />
      <main>
        <div class="hero">
          <h1>{title}</h1>
          <p class="lead">{text}</p>
          <p>
            <a class="button" href="/">
              Back to the start
            </a>
          </p>
          <p class="hint">
            Request <code>{requestId}</code>
          </p>
        </div>
      </main>
    </body>
  </html>
);
