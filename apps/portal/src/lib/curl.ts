import { curlSnippet } from '#snippets/model';

/** A curl command for an API call; `key` is a key value or a shell variable. */
export const curl = (tenant: string, path: string, body: object, key?: string): string =>
  curlSnippet({ url: `${location.origin}${path}`, tenant, body, key });

export const searchExample = (tenant: string, key?: string) =>
  curl(tenant, '/api/v1/sandbox/domains/search', { domain: 'my-first-shop.com' }, key);
