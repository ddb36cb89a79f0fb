/** The archived data of a temporary tenant that has ended. */
export class EndedTenant {
  /** The tenant that it belonged to. */
  tenantId: string;
  id: string;
  slug: string;
  name: string;
  createdAt: Date;
  endedAt: Date;
  /** Summary of what happened in it, in the format of the module that archives it. */
  story: object;
}
