import type { Answer } from '../support/answers.js';
import { PORTAL, PORTAL_DOCUMENT, SEARCH } from '../support/client.js';
import { outcomeOf } from '../support/outcome.js';
import type { Exchange } from '../support/socket.js';
import type { WireRequest } from './sending.js';
import type { World } from './world.js';

/** Failures of the live registrar API that do not say that something broke. */
const EXPECTED_503 = ['503 REGISTRAR_DISABLED', '503 REGISTRAR_NOT_CONNECTED'];

/** @throws Error that says what is wrong with the responses to one request */
export function judge(world: World, { method, target }: WireRequest, exchange: Exchange): Answer {
  const { answers, rest, hung } = exchange;
  const [answer] = answers;
  if (hung) throw new Error(`the server did not close the connection in time, after ${answers.length} responses`);
  if (!answer) throw new Error(`the server closed the connection without a complete response: ${JSON.stringify(rest)}`);
  if (answers.length > 1 || rest !== '') throw new Error(`more than one response: ${JSON.stringify(exchange)}`);
  judgeAnswer(world, { method, path: target }, answer);
  return answer;
}

/** @throws Error that says how the response differs from what the documents promise */
export function judgeAnswer(
  { checks }: World,
  { method, path }: { method: string; path: string },
  answer: Answer,
): void {
  const outcome = outcomeOf(answer);
  // A response to HEAD has no code.
  const isExpected = method === 'HEAD' ? path.startsWith('/api/v1/registrar/') : EXPECTED_503.includes(outcome);
  if (answer.status >= 500 && !isExpected) throw new Error(`${method} ${path.slice(0, 200)} → ${outcome}`);
  if (path.startsWith('/api/')) checks.api.check({ method, path }, answer);
  else if (path.startsWith(PORTAL) && path !== PORTAL_DOCUMENT) checks.portal.check({ method, path }, answer);
  else if (answer.status >= 400) checks.api.check({ method, path: '/' }, answer);
}

/** @throws Error if the first `good` requests of a connection were not answered, or others outside the envelope */
export function judgeConnection(world: World, { answers, rest, hung }: Exchange, good: number): Answer[] {
  if (hung) throw new Error(`the server did not close the connection in time, after ${answers.length} responses`);
  if (rest !== '') throw new Error(`incomplete response: ${JSON.stringify(rest)}`);
  for (const [index, answer] of answers.entries()) {
    if (index < good && answer.status !== 200) throw new Error(`a good request was answered ${answer.text}`);
    const isSearch = answer.body?.success === true;
    judgeAnswer(world, { method: 'POST', path: isSearch ? SEARCH : '/' }, answer);
  }
  if (answers.length < good) throw new Error(`${good} good requests had ${answers.length} responses`);
  return answers;
}
