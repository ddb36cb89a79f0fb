/** A wrong setting or argument: printed as one line without a stack, with exit code 1. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}
