/** An error that the user can fix, such as a wrong setting or argument. It is printed as one line without a stack. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}
