/** Progress goes to standard error: standard output has the table. */
export const tell = (line: string): void => void process.stderr.write(`${line}\n`);
