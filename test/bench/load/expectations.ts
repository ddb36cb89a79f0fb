import { OpenApiCheck } from '../../support/openapi-check.js';
import type { LoadResponse, Expectations } from './load.js';

// oxlint-disable-next-line no-explicit-any -- responses of several servers
type Body = any;

/** Checks responses of the product against its OpenAPI document, without additional properties, and against the request. */
export async function expectProduct(origin: string): Promise<Expectations> {
  const check = new OpenApiCheck(await (await fetch(`${origin}/docs/openapi.json`)).json());
  const read = (path: string, status: number, response: LoadResponse, matches: (data: Body) => boolean) => {
    if (response.status !== status) return `not ${status}`;
    const body = bodyOf(response);
    try {
      check.check({ method: 'POST', path }, { ...response, body });
    } catch (error) {
      return (error as Error).message;
    }
    return matches(body.data) ? undefined : 'does not match the request';
  };
  const base = '/api/v1/sandbox/domains';
  return {
    search: name => response =>
      read(`${base}/search`, 200, response, data => data.query === name.domain && data.status === name.status),
    order: domain => response =>
      read(`${base}/order`, 201, response, data => data.domain === domain && data.status === 'created'),
    checkout: order => response =>
      read(`${base}/checkout`, 200, response, data => data.order_id === order.id && data.domain === order.domain),
  };
}

export const FLOOR: Expectations = {
  search: name => response =>
    response.status === 200 && bodyOf(response)?.registered.length === (name.domain.startsWith('owned-') ? 1 : 0)
      ? undefined
      : 'not what is registered',
  order: domain => response =>
    response.status === 201 && bodyOf(response)?.domain === domain ? undefined : 'not the order',
  checkout: order => response =>
    response.status === 200 && bodyOf(response)?.domain === order.domain ? undefined : 'not the order that was paid',
};

/** A mock returns the same example, or the same shape, for every search. */
export const MOCK: Pick<Expectations, 'search'> = {
  search: () => response =>
    response.status === 200 && Array.isArray(bodyOf(response)?.data?.suggestions)
      ? undefined
      : 'not shaped like a search',
};

function bodyOf({ text }: LoadResponse): Body {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
