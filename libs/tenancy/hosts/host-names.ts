import { normalizeHostName } from '#domains/model';

/** Whether a host name is a domain, or is below it. */
export const isAtOrBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** The form in which a host name is stored. Texts that are not host names are returned unchanged. */
export function storedForm(text: string): string {
  try {
    return normalizeHostName(text).ascii;
  } catch {
    return text;
  }
}
