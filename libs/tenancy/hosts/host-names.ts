/** Whether a host name is a domain, or is below it. */
export const isAtOrBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
