/** The providers in whose formats the sandbox answers. */
export const FACADES = ['dnsimple', 'cloudflare'] as const;

export type Facade = (typeof FACADES)[number];
