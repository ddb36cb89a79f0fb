/** One line of the request log. */
export interface RequestLogView {
  at: string;
  key_id: string;
  method: string;
  route: string;
  status: number;
  code: string | null;
  duration_ms: number;
  request_id: string;
}
