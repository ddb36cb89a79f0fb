import { ReadSlots } from './read-slots.js';

/** Starts a read that runs until it is ended. */
function start(slots: ReadSlots, caller: string, options?: { isAdmitted?: boolean }) {
  let end!: () => void;
  const state = { isRunning: false };
  const ended = slots.run(
    caller,
    () => {
      state.isRunning = true;
      return new Promise<void>(resolve => (end = resolve));
    },
    options,
  );
  return { state, ended, end: () => end() };
}

const turn = () => new Promise(resolve => setImmediate(resolve));
const running = (reads: { state: { isRunning: boolean } }[]) => reads.filter(({ state }) => state.isRunning).length;

describe('read slots', () => {
  it('run two reads of a caller and eight in total, and start the next one of each when one ends', async () => {
    const slots = new ReadSlots({ databasePoolSize: 16 });
    const reads = ['a', 'b', 'c', 'd', 'e'].map(caller => [1, 2, 3].map(() => start(slots, caller)));
    await turn();
    expect(reads.map(running)).toEqual([2, 2, 2, 2, 0]);
    reads[0]![0]!.end();
    await reads[0]![0]!.ended;
    await turn();
    expect(running(reads.flat())).toBe(9); // one of them has ended
  });

  it('refuse a read when 100 of the caller wait, not counting admitted ones and those of others', async () => {
    const slots = new ReadSlots({ databasePoolSize: 16 });
    for (let n = 0; n < 200; n++) void start(slots, 'a', { isAdmitted: true });
    await turn();
    const reads = Array.from({ length: 100 }, () => start(slots, 'a'));
    await expect(start(slots, 'a').ended).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(running(reads)).toBe(0);
    const other = start(slots, 'b');
    await turn();
    expect(other.state.isRunning).toBe(true);
  });
});
