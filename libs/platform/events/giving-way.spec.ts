import { jest } from '@jest/globals';
import { GivingWay } from './giving-way.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the relay', () => {
  it('goes on at once where there is little to answer', () => {
    const givingWay = new GivingWay({ isHeavy: false });
    givingWay.note(NOW, before(1));
    expect(givingWay.isDue).toBe(false);
  });

  it('rests for a second after each batch where there is much', () => {
    const givingWay = new GivingWay({ isHeavy: true });
    expect(givingWay.isDue).toBe(false);
    givingWay.note(NOW, before(1));
    jest.advanceTimersByTime(999);
    expect(givingWay.isDue).toBe(true);
    jest.advanceTimersByTime(1);
    expect(givingWay.isDue).toBe(false);
  });

  it('rests no more when something has waited for more than ten seconds, until that has been told', () => {
    const givingWay = new GivingWay({ isHeavy: true });
    givingWay.note(NOW, before(10));
    expect(givingWay.isDue).toBe(true);
    givingWay.note(NOW, before(10.1));
    expect(givingWay.isDue).toBe(false);
    givingWay.note(NOW, undefined);
    expect(givingWay.isDue).toBe(true);
  });
});
