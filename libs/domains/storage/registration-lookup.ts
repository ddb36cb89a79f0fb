import { type Executor, Batcher, Statement } from '#platform/database';

type Request = { tenant: string; names: string[] };

/** The names of a batch that a tenant has registered. */
type Taken = ReadonlySet<string>;

/** Larger batches do not make PostgreSQL faster per name. */
const MAX_BATCH = 64;

/** While PostgreSQL runs one statement, this process reads the result of the other. */
const CONCURRENT_STATEMENTS = 2;

const ofOne = new Statement<{ tenant: string; domain: string }, { tenant: string; names: string }>(
  'registrations.among',
  `SELECT tenant_id AS tenant, domain FROM domains.registrations
   WHERE tenant_id = :tenant AND domain = ANY(:names::text[])`,
);

const ofMany = new Statement<{ tenant: string; domain: string }, { tenants: string[]; names: string }>(
  'registrations.among-many',
  `SELECT tenant_id AS tenant, domain FROM unnest(:tenants::text[], :names::text[]) AS asked (tenant_id, domain)
   JOIN domains.registrations USING (tenant_id, domain)`,
);

/** Looks up registered names, in batches. */
export class RegistrationLookup {
  private readonly requests: Batcher<Request, Taken>;

  constructor(private readonly executor: Executor) {
    this.requests = new Batcher(requests => this.run(requests), {
      maxSize: MAX_BATCH,
      concurrency: CONCURRENT_STATEMENTS,
    });
  }

  /** The names that the tenant has registered. */
  async among(tenant: string, names: string[]): Promise<Taken> {
    const taken = await this.requests.add({ tenant, names });
    return taken.size === 0 ? taken : new Set(names.filter(name => taken.has(name)));
  }

  private async run(requests: Request[]): Promise<Taken[]> {
    const taken = new Map(requests.map(({ tenant }) => [tenant, new Set<string>()]));
    const rows = await (taken.size > 1 ? this.queryMany(requests) : this.queryOne(requests));
    for (const { tenant, domain } of rows) taken.get(tenant)!.add(domain);
    return requests.map(({ tenant }) => taken.get(tenant)!);
  }

  private queryOne(requests: Request[]) {
    return ofOne.run(this.executor, { tenant: requests[0]!.tenant, names: arrayOf(requests) });
  }

  private queryMany(requests: Request[]) {
    const tenants = requests.flatMap(({ tenant, names }) => names.map(() => tenant));
    return ofMany.run(this.executor, { tenants, names: arrayOf(requests) });
  }
}

/** A PostgreSQL array literal. Names in normal form need no quotes, and none is `null`. */
const arrayOf = (requests: Request[]): string => `{${requests.map(({ names }) => names.join()).join()}}`;
