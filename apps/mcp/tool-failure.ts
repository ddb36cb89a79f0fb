/** A problem that this server finds itself. `code` and `advice` are for the model. */
export class ToolFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly advice: string,
  ) {
    super(message);
  }
}
