import { domainToASCII } from 'node:url';

/**
 * What somebody typed to find a name, or the beginning of one, as names are stored. A name in other letters has to be
 * typed whole: the beginning of its A-label is not the A-label of its beginning.
 */
export function typedName(typed: string): string {
  const text = typed.trim();
  return domainToASCII(text) || text.toLowerCase();
}
