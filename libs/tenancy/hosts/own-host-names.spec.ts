import { readSettings } from '#platform/process/config';
import { OwnHostNames } from './own-host-names.js';

/** A host name of this length below `.example`. */
const nameOf = (length: number) => `${'a.'.repeat(length)}example`.slice(-length).replace(/^\./, 'a');

describe('OwnHostNames', () => {
  it('limits host names so that the name of the TXT record has at most 253 characters', () => {
    const names = new OwnHostNames(readSettings({}));
    expect(names.parse(nameOf(243))).toHaveLength(243);
    expect(() => names.parse(nameOf(244))).toThrow('at most 243 characters');
    // The field of the request is shorter than its A-labels.
    expect(() => names.parse(`${'ü.'.repeat(30)}example`)).toThrow('at most 243 characters');
  });
});
