import ts from 'typescript';
import { clientSnippet } from '#snippets/model';
import { examplesOf } from '../../apps/portal/src/pages/try-it/calls.js';
import { Nameyard } from '../../libs/client/index.js';
import { ADA } from '../support/client.js';
import { sharedSandbox } from '../support/sandbox.js';
import { problemsOf } from '../support/type-check.js';

const BASE_URL = "process.env['NAMEYARD_URL']!";

type Operation = Parameters<typeof clientSnippet>[0]['operation'];

const JOURNAL = '/api/v1/sandbox/control/requests';

const LOST = { code: 'GATEWAY_TIMEOUT', phase: 'after' } as const;

const snippet = (operation: Operation, body: object, fault?: typeof LOST, tenant = 'demo') =>
  clientSnippet({ operation, tenant, body, fault }, BASE_URL);

const EXAMPLES = (['search', 'check', 'order', 'checkout'] as const).flatMap(call =>
  examplesOf(call).map(({ label, body }) => [`${call}: ${label}`, snippet(call, body)] as const),
);

describe('snippets with @nameyard/client', () => {
  it('have the types of the client, except for an example that breaks them on purpose', () => {
    const owner = { first_name: 'Ada', last_name: 'O\'Neill \\ "A" \u2028', email: 'ada@example.com', phone: null };
    const problems = problemsOf({
      ...Object.fromEntries(EXAMPLES),
      renewal: snippet('renew', { domain: 'my-shop.com', years: 2 }),
      quotes: snippet('order', { domain: 'my-shop.com', years: 1, owner }),
      fault: snippet('checkout', { order_id: 'ord_1', payment: { method: 'test', reference: 'r' } }, LOST),
    });
    expect(EXAMPLES).toHaveLength(12);
    expect(problems).toEqual({ 'order: Missing owner': expect.stringContaining("Property 'owner' is missing") });
  });

  it('make a purchase, whose lost response is repeated', async () => {
    const sandbox = await sharedSandbox();
    const client = await sandbox.tenant();
    /** Runs a snippet as a module of Node.js would, and returns what it prints. */
    const run = async (operation: Operation, body: object, fault?: typeof LOST) => {
      const text = snippet(operation, body, fault, client.tenant.slug).replace(/^import .*$/m, '');
      const { outputText } = ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
      const env = { NAMEYARD_URL: `${sandbox.origin}/api/v1`, NAMEYARD_KEY: client.key.value };
      const printed: Record<string, string>[] = [];
      const console = { log: (result: Record<string, string>) => void printed.push(result) };
      const AsyncFunction = run.constructor as typeof Function;
      await new AsyncFunction('Nameyard', 'process', 'console', outputText)(Nameyard, { env }, console);
      return printed[0]!;
    };
    const domain = 'snippet-shop.com';
    expect(await run('search', { domain })).toMatchObject({ query: domain, status: 'available' });
    const { order_id } = await run('order', { domain, years: 1, owner: ADA });
    const payment = { method: 'test', reference: "it's paid" };
    expect(await run('checkout', { order_id, payment }, LOST)).toMatchObject({ domain_status: 'registered' });
    expect(await run('renew', { domain, years: 1 })).toMatchObject({ kind: 'renewal' });
    const { requests } = (await client.raw({ method: 'GET', path: `${JOURNAL}?operation=checkout` })).body.data;
    expect(requests.map(({ status }: { status: number }) => status)).toEqual([504, 200]);
  });
});
