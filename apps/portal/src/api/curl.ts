/** A call of the API as a line for a shell; `key` is a value, or the name of a variable that holds it. */
export function curl(tenant: string, path: string, body: object, key = '$NAMEYARD_KEY'): string {
  return [
    `curl -s ${location.origin}${path} \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -H 'X-Tenant: ${tenant}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}

export const SEARCH = '/api/v1/sandbox/domains/search';
