/** An error of the MCP server itself. The model receives `code` and `advice`. */
export class ToolFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly advice: string,
  ) {
    super(message);
  }
}
