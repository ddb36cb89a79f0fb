import { compareDomains, type DomainExpiry } from './differences.js';

const EXPIRY = '2027-11-28T10:00:00.000Z';
const LATER = '2028-11-28T10:00:00.000Z';

const domain = (name: string, expiresAt: string | null = EXPIRY): DomainExpiry => ({
  domain: name,
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
});

const compare = (here: DomainExpiry[], there: DomainExpiry[], { after = here, unfinished = [] as string[] } = {}) =>
  compareDomains({ before: here, after, there, unfinished: new Set(unfinished) });

describe('compareDomains', () => {
  it('finds nothing when both sides agree', () => {
    expect(compare([domain('a.com')], [domain('a.com')])).toEqual([]);
  });

  it('reports domains that one side does not have, and other expiries', () => {
    expect(compare([domain('a.com'), domain('b.com')], [domain('b.com', LATER), domain('c.com')])).toEqual([
      { kind: 'missing_there', domain: 'a.com', here: EXPIRY, there: null },
      { kind: 'unknown_here', domain: 'c.com', here: null, there: EXPIRY },
      { kind: 'expiry', domain: 'b.com', here: EXPIRY, there: LATER },
    ]);
  });

  it('reports nothing that has changed while the account was read', () => {
    const after = [domain('renewed.com', LATER), domain('new.com')];
    expect(
      compare([domain('renewed.com'), domain('gone.com')], [domain('new.com'), domain('renewed.com')], { after }),
    ).toEqual([]);
    // Registered after the account was read.
    expect(compare([], [], { after: [domain('new.com')] })).toEqual([]);
  });

  it('reports nothing about unfinished purchases and domains without an expiry', () => {
    const unfinished = ['pending.com', 'renewing.com'];
    const there = [domain('pending.com', null), domain('renewing.com', LATER), domain('hosted.com', null)];
    expect(compare([domain('renewing.com'), domain('hosted.com')], there, { unfinished })).toEqual([]);
  });
});
