/** A temporary tenant that has ended, with what is kept of it. */
export class EndedTenant {
  /** The tenant that it belonged to. */
  tenantId: string;
  id: string;
  slug: string;
  name: string;
  createdAt: Date;
  endedAt: Date;
  /** What happened in it, as the module that archives it tells it. */
  story: object;
}
