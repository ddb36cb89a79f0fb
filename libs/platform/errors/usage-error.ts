/** A mistake of whoever runs the program: shown as one line, exit code 1, no stack. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}
