/** Adds `/api/v1` to an address that does not end in it. */
export const baseUrlOf = (address: string): string => `${address.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`;
