/** A curl command for an API call; `key` is a key value or a shell variable. */
export function curl(tenant: string, path: string, body: object, key = '$NAMEYARD_KEY'): string {
  return [
    `curl -s ${location.origin}${path} \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -H 'X-Tenant: ${tenant}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}

/** A curl command for a first search. */
export const searchExample = (tenant: string, key?: string) =>
  curl(tenant, '/api/v1/sandbox/domains/search', { domain: 'my-first-shop.com' }, key);
