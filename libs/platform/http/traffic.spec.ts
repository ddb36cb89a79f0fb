import { jest } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { Traffic } from './traffic.js';

type OnResponse = (request: unknown, reply: unknown, done: () => void) => void;

let answered: () => void;
let traffic: Traffic;

beforeEach(() => {
  jest.useFakeTimers();
  traffic = new Traffic();
  const addHook = (_: string, hook: OnResponse) => void (answered = () => hook({}, {}, () => {}));
  traffic.observe({ addHook } as unknown as FastifyInstance);
});
afterEach(() => void jest.useRealTimers());

/** So many answers, evenly over so many milliseconds. */
function answer(count: number, ms: number): void {
  for (let n = 0; n < count; n++) {
    jest.advanceTimersByTime(ms / count);
    answered();
  }
}

describe('traffic', () => {
  it('is not heavy where nothing is answered', () => {
    jest.advanceTimersByTime(1_000);
    expect(traffic.isHeavy).toBe(false);
  });

  it.each([
    [100, 500, true],
    [98, 500, false],
    [1_000, 5_000, true],
  ])('of %i answers in %i ms: heavy is %s', (count, ms, heavy) => {
    answer(count, ms);
    expect(traffic.isHeavy).toBe(heavy);
  });

  it('is judged anew a fifth of a second later, and not before', () => {
    answer(100, 250);
    expect(traffic.isHeavy).toBe(true);
    jest.advanceTimersByTime(190);
    expect(traffic.isHeavy).toBe(true);
    jest.advanceTimersByTime(10);
    expect(traffic.isHeavy).toBe(false);
  });
});
