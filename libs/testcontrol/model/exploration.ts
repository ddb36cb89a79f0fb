/** Maximum size of a report in bytes. */
export const MAX_REPORT_BYTES = 1024 * 1024;

/** Maximum number of explorations that are kept of a tenant. */
export const MAX_EXPLORATIONS = 20;

/** An exploration of a shop, as its driver has reported it. */
export class Exploration {
  id: string;
  tenantId: string;
  /** What a list shows, so that it does not read the stories. */
  summary: object;
  report: object;
  createdAt: Date;
}
