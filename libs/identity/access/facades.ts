/** Providers whose APIs the sandbox imitates. */
export const FACADES = ['dnsimple', 'cloudflare'] as const;

export type Facade = (typeof FACADES)[number];
