import { type Executor, Gathered, Statement } from '#platform';

type Question = { tenant: string; names: string[] };

/** The names that each tenant has. */
type Taken = Map<string, Set<string>>;

/** Larger ones take PostgreSQL no less time for each name. */
const MOST_AT_ONCE = 64;
/** While PostgreSQL answers one statement, this process reads the answer to the other. */
const STATEMENTS_AT_ONCE = 2;

const ofOne = new Statement<{ tenant: string; domain: string }, Question>(
  'registrations.among',
  `SELECT tenant_id AS tenant, domain FROM domains.registrations WHERE tenant_id = :tenant AND domain = ANY(:names)`,
);

const ofMany = new Statement<{ tenant: string; domain: string }, { tenants: string[]; names: string[] }>(
  'registrations.among-many',
  `SELECT tenant_id AS tenant, domain FROM unnest(:tenants::text[], :names::text[]) AS asked (tenant_id, domain)
   JOIN domains.registrations USING (tenant_id, domain)`,
);

/** Looks names up; what is asked while PostgreSQL is busy with two questions is asked together. */
export class LookUps {
  private readonly questions: Gathered<Question, Taken>;

  constructor(private readonly executor: Executor) {
    this.questions = new Gathered(questions => this.ask(questions), MOST_AT_ONCE, STATEMENTS_AT_ONCE);
  }

  /** Those of the names that the tenant has. */
  async among(tenant: string, names: string[]): Promise<Set<string>> {
    const taken = (await this.questions.add({ tenant, names })).get(tenant);
    return new Set(names.filter(name => taken?.has(name)));
  }

  private async ask(questions: Question[]): Promise<Taken> {
    const [first] = questions;
    const rows = await (questions.length > 1 ? this.askMany(questions) : ofOne.run(this.executor, first!));
    const taken: Taken = new Map();
    for (const { tenant, domain } of rows) taken.set(tenant, (taken.get(tenant) ?? new Set()).add(domain));
    return taken;
  }

  private askMany(questions: Question[]) {
    const tenants = questions.flatMap(({ tenant, names }) => names.map(() => tenant));
    return ofMany.run(this.executor, { tenants, names: questions.flatMap(({ names }) => names) });
  }
}
