import { judge } from './attempt-result.js';

const NOW = new Date('2027-01-01T00:00:00Z');
const kindOf = (status: number) => judge({ status, answer: '' }, NOW).kind;

describe('an attempt', () => {
  it('succeeds only with 2xx', () => {
    for (const status of [200, 201, 202, 204, 299]) expect(kindOf(status)).toBe('delivered');
    for (const status of [300, 301, 304, 400, 404, 429, 500, 503]) expect(kindOf(status)).toBe('failed');
  });

  it('reports a receiver that is gone with 410', () => {
    expect(kindOf(410)).toBe('gone');
  });

  it('reports why it failed', () => {
    const reasonOf = (status: number) => judge({ status, answer: '' }, NOW).reason;
    expect([reasonOf(200), reasonOf(302), reasonOf(404), reasonOf(500)]).toEqual([
      null,
      'redirect',
      'http_404',
      'http_500',
    ]);
    expect(judge({ reason: 'timeout', explanation: 'It took too long.' }, NOW)).toEqual({
      kind: 'failed',
      status: null,
      reason: 'timeout',
      answer: 'It took too long.',
      waitMs: 0,
    });
  });

  it('is interrupted, not failed, when the worker ended it', () => {
    expect(judge({ reason: 'interrupted', explanation: '' }, NOW).kind).toBe('interrupted');
  });

  it('keeps the first 4 KiB of the response without splitting a character', () => {
    const kept = (answer: string) => judge({ status: 500, answer }, NOW).answer;
    expect(kept('x'.repeat(20_000))).toBe('x'.repeat(4_096));
    expect(kept('short 😀')).toBe('short 😀');
    for (let before = 4_090; before <= 4_097; before++) {
      const answer = kept(`${'x'.repeat(before)}😀😀`);
      expect(answer).not.toMatch(/\p{Cs}/u);
      expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(4_096);
      expect(answer).not.toContain('\uFFFD');
    }
  });

  it('keeps the time of Retry-After when it failed', () => {
    expect(judge({ status: 503, answer: '', retryAfter: '60' }, NOW).waitMs).toBe(60_000);
    expect(judge({ status: 200, answer: '', retryAfter: '60' }, NOW).waitMs).toBe(0);
  });
});
