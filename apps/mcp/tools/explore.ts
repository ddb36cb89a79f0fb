import { z } from 'zod';
import { AbortError } from '#client';
import type { ExploreOptions } from '#testing';
import type { Connection } from '../connection.js';
import { hideSecrets } from '../../hide-secrets.js';
import { defineTool, type Result } from '../tool.js';
import { ToolFailure } from '../tool-failure.js';

const BUY = 'POST /orders domain={domain}&years={years}&email={email}&token={token}';

const nonEmptyText = (text: string) => z.string().min(1).describe(text);

export const explore = defineTool({
  name: 'explore',
  title: 'Explore shop',
  description:
    "Finds bugs in the user's shop: buys through its HTTP interface while Nameyard fails on purpose, and compares what customers were told with what is true. `run` executes a shell command on the user's machine that starts the shop, for a new world that ends afterwards. Without it, the shop at `shop` must already use the configured tenant, whose clock then moves forward.",
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  input: {
    buy: nonEmptyText(
      `How a customer buys: \`${BUY}\`, or with a JSON body \`POST /orders json:{"domain":"{domain}"}\`.`,
    ),
    renew: nonEmptyText('How a customer renews a domain.').optional(),
    state: nonEmptyText('Request that returns what the shop knows about a domain; finds more bugs.').optional(),
    ignore: z.array(z.string()).optional().describe('Members of the state that may differ.'),
    webhooks: nonEmptyText('Path at which the shop receives webhooks.').optional(),
    run: nonEmptyText(
      'Shell command that starts the shop. It gets NAMEYARD_URL, NAMEYARD_TENANT, NAMEYARD_KEY, WEBHOOK_SECRET and PORT.',
    ).optional(),
    shop: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Address of the shop (default: a free port with `run`).'),
    minutes: z.number().min(0.5).max(30).default(1).describe('Maximum duration.'),
    replay: nonEmptyText('Play only the plan of a finding, for example `buy + checkout:reset/after`.').optional(),
  },
  async run(options, { session, signal, reportProgress }) {
    if (options.run === undefined && options.shop === undefined)
      throw new ToolFailure('INVALID_ARGUMENT', 'The shop is unknown.', 'Pass `run` or `shop`.');
    const { connection } = await session.access();
    let last = -1;
    return exploreWith(connection, {
      ...options,
      signal,
      onProgress({ text, done, plans, findings }) {
        if (done <= last) return;
        last = done;
        reportProgress({ progress: done, total: Math.max(done, plans), message: `${text}; ${findings} finding(s)` });
      },
    }).catch((error: unknown) => {
      if (signal.aborted) throw new AbortError('The exploration was cancelled.', { cause: error });
      throw error;
    });
  },
});

/** Loads the test kit, and explores in a new world or, without `run`, in the configured tenant. Ends a new world and the shop. */
async function exploreWith(connection: Connection, options: ExploreOptions): Promise<Result> {
  const [kit, { replayCommand }] = await Promise.all([
    import('#testing'),
    import('../../cli/explore/replay-command.js'),
  ]);
  const nameyard = await kit.connectNameyard(connection);
  try {
    const isNewWorld = options.run !== undefined;
    const world = isNewWorld ? await nameyard.world({ name: 'explore' }) : await kit.connectWorld(connection);
    const report = await kit.explore(world, options);
    for (const finding of report.findings) finding.replay = replayCommand(options, finding.plan);
    // Stores the report for later reading; a failure does not change the result.
    await nameyard.client.control.explorations.add(report).catch(() => undefined);
    const { findings, not_reproduced, plans, left, scenarios } = report;
    return {
      summary: `${findings.length} finding(s) in ${plans.length} plan(s)${left > 0 ? `; there was no time for ${left} more` : ''}.`,
      data: {
        findings: findings.map(finding => {
          const { oracle, title, plan, also } = finding;
          const docs = new URL(finding.docs, connection.baseUrl).href;
          const replay = `explore with the same arguments and replay "${plan}"`;
          return { oracle, title, plan, also, story: kit.describeFinding({ ...finding, docs, replay }) };
        }),
        not_reproduced,
        plans: plans.length,
        left,
        purchases: scenarios,
        coverage: kit.describeCoverage(report),
      },
    };
  } catch (error) {
    if (error instanceof kit.ExploreError || error instanceof kit.StartError)
      throw new ToolFailure('NOT_EXPLORED', hideSecrets(error.message), 'Correct the arguments or the shop.');
    throw error;
  } finally {
    await nameyard.stop();
  }
}
