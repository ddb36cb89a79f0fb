import { readSettings } from '#platform/process/config';
import { parseOwnHost } from './own-host-names.js';

/** A host name of this length below `.example`. */
const nameOf = (length: number) => `${'a.'.repeat(length)}example`.slice(-length).replace(/^\./, 'a');

describe('parseOwnHost', () => {
  it('limits host names so that the name of the TXT record has at most 253 characters', () => {
    const parse = (text: string) => parseOwnHost(text, readSettings({}));
    expect(parse(nameOf(243))).toHaveLength(243);
    expect(() => parse(nameOf(244))).toThrow('at most 243 characters');
    // The field of the request is shorter than its A-labels.
    expect(() => parse(`${'ü.'.repeat(30)}example`)).toThrow('at most 243 characters');
  });
});
