import type { NewLink } from './links.js';

const PATHS = { invitation: 'invitation', reset: 'reset-password' };

/**
 * The address of a link. Its token is in the fragment, which browsers do not send: it is neither in the logs of
 * servers and proxies nor in Referer headers.
 */
export const urlOfLink = (origin: string, { link, token }: Pick<NewLink, 'link' | 'token'>): string =>
  `${origin}/portal/${PATHS[link.kind]}#${token}`;
