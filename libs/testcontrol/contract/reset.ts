import { TextField } from '#platform/contract';

export class ResetRequest {
  /** The slug of the tenant, as confirmation. @example demo */
  @TextField({ max: 255 }) confirm: string;
}

export class ResetResult {
  /** Number of removed orders. @example 41 */
  orders: number;

  /** Number of removed registrations; their domains are available again. @example 12 */
  domains: number;
}
