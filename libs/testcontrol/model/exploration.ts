/** Maximum size of a report in bytes. */
export const MAX_REPORT_BYTES = 1024 * 1024;

/** Maximum number of explorations that are kept of a tenant. */
export const MAX_EXPLORATIONS = 20;

/** An exploration of a shop, as reported by `nameyard explore`. */
export class Exploration {
  id: string;
  tenantId: string;
  /** The data for lists, stored separately so that a list does not read the stories. */
  summary: object;
  report: object;
  createdAt: Date;
}
