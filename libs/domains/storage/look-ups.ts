import { type Executor, Batcher, Statement } from '#platform/database';

type Question = { tenant: string; names: string[] };

/** Those of all the names asked for that a tenant has. */
type Taken = ReadonlySet<string>;

/** Larger batches take PostgreSQL no less time per name. */
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

/** Looks names up; what is asked in one turn of the event loop, or while PostgreSQL is busy, is asked together. */
export class LookUps {
  private readonly questions: Batcher<Question, Taken>;

  constructor(private readonly executor: Executor) {
    this.questions = new Batcher(questions => this.ask(questions), {
      maxSize: MAX_BATCH,
      concurrency: CONCURRENT_STATEMENTS,
    });
  }

  /** Those of the names that the tenant has. */
  async among(tenant: string, names: string[]): Promise<Taken> {
    const taken = await this.questions.add({ tenant, names });
    return taken.size === 0 ? taken : new Set(names.filter(name => taken.has(name)));
  }

  private async ask(questions: Question[]): Promise<Taken[]> {
    const taken = new Map(questions.map(({ tenant }) => [tenant, new Set<string>()]));
    const rows = await (taken.size > 1 ? this.askForMany(questions) : this.askForOne(questions));
    for (const { tenant, domain } of rows) taken.get(tenant)!.add(domain);
    return questions.map(({ tenant }) => taken.get(tenant)!);
  }

  private askForOne(questions: Question[]) {
    return ofOne.run(this.executor, { tenant: questions[0]!.tenant, names: arrayOf(questions) });
  }

  private askForMany(questions: Question[]) {
    const tenants = questions.flatMap(({ tenant, names }) => names.map(() => tenant));
    return ofMany.run(this.executor, { tenants, names: arrayOf(questions) });
  }
}

/** An array in PostgreSQL's own notation: a name in normal form has no character that needs a quote, and is never `null`. */
const arrayOf = (questions: Question[]): string => `{${questions.map(({ names }) => names.join()).join()}}`;
