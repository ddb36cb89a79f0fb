/** Prints progress with the elapsed seconds to standard error; standard output has the table. */
export const logProgress = (line: string): void => {
  process.stderr.write(`${(performance.now() / 1_000).toFixed(1).padStart(6)} s  ${line}\n`);
};
