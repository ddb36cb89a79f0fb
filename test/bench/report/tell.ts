/** Progress goes to standard error, with the seconds since the beginning: standard output has the table. */
export const tell = (line: string): void => {
  process.stderr.write(`${(performance.now() / 1_000).toFixed(1).padStart(6)} s  ${line}\n`);
};
