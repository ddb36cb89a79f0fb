/** Number of times per second that concurrent workers complete the work. */
export async function loop(
  workers: number,
  seconds: number,
  work: (worker: number, turn: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1_000;
  const turns = await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      let turn = 0;
      while (performance.now() < end) await work(worker, turn++);
      return turn;
    }),
  );
  return (1_000 * turns.reduce((sum, count) => sum + count, 0)) / (performance.now() - started);
}
