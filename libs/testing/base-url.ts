/** Adds `/api/v1` to an address that does not end in it. */
export function baseUrlOf(address: string): string {
  const url = address.endsWith('/') ? address.slice(0, -1) : address;
  return url.endsWith('/api/v1') ? url : `${url}/api/v1`;
}
