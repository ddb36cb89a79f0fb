import { z } from 'zod';
import { AbortError } from '#client';
import { loadApiKnowledge } from '../load-api-knowledge.js';
import { hideSecrets } from '../../hide-secrets.js';
import { defineTool, world } from '../tool.js';
import { ToolFailure } from '../tool-failure.js';

export const listScenarios = defineTool({
  name: 'list_scenarios',
  title: 'List scenarios',
  description:
    'Lists outcomes that an integration should handle, and that run_scenario can play: successes, errors and faults of each operation.',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: {
    operation: z.string().optional().describe('Only this operation, for example checkout.'),
    code: z.string().optional().describe('Only scenarios with this error code.'),
    limit: z.int().min(1).max(500).default(50).describe('Maximum number of scenarios.'),
  },
  async run({ operation, code, limit }) {
    const { scenarios, summaryOf } = await loadApiKnowledge();
    const found = scenarios().filter(
      row =>
        (operation === undefined || row.operation === operation) && (code === undefined || row.expect.code === code),
    );
    const operations = [...new Set(scenarios().map(row => row.operation))];
    const rows = found.slice(0, limit).map(({ id, title, expect }) => ({ id, title, outcome: summaryOf(expect) }));
    return {
      summary: `${found.length} scenario(s)${rows.length < found.length ? `, of which ${rows.length} are listed` : ''}.`,
      data: {
        count: found.length,
        scenarios: rows,
        ...(found.length !== rows.length || !rows.length ? { operations } : {}),
      },
    };
  },
});

export const runScenario = defineTool({
  name: 'run_scenario',
  title: 'Run scenario',
  description:
    'Plays a scenario against the sandbox and compares the outcome with the expected one. It uses new domains. Scenarios that change the clock or receivers run in their own world.',
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  input: { id: z.string().describe('ID from list_scenarios, for example checkout.PAYMENT_DECLINED.'), world },
  async run({ id, world }, { session, signal }) {
    const { connection } = await session.access(world);
    const { play, scenarios, summaryOf, Unreachable } = await loadApiKnowledge();
    const scenario = scenarios().find(row => row.id === id);
    if (!scenario)
      throw new ToolFailure('UNKNOWN_SCENARIO', `There is no scenario "${id}".`, 'Call list_scenarios for the IDs.');
    const { baseUrl, tenant, apiKey } = connection;
    const target = { url: baseUrl.replace(/\/api\/v1$/, ''), tenant, key: apiKey, signal };
    const played = await play(scenario, target).catch((error: unknown) => {
      if (signal.aborted) throw new AbortError('The scenario was cancelled.', { cause: error });
      if (!(error instanceof Unreachable)) throw error;
      throw new ToolFailure('UNREACHABLE', error.message, 'Check that Nameyard is running and NAMEYARD_URL.');
    });
    const outcome = played.passed ? `passed: ${summaryOf(played.actual)}` : `failed: ${played.differences.join(' ')}`;
    return {
      summary: `${id} ${hideSecrets(outcome)}`,
      data: JSON.parse(hideSecrets(JSON.stringify(played))) as object,
    };
  },
});

export const explainError = defineTool({
  name: 'explain_error',
  title: 'Explain error',
  description: 'Explains an error code of the API: its meaning, what to do, whether to retry, and how to reproduce it.',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: { code: z.string().describe('Error code, for example DOMAIN_TAKEN.') },
  async run({ code }) {
    const { ERROR_CODES, explain } = await loadApiKnowledge();
    const explained = explain(code.trim());
    if (!explained)
      throw new ToolFailure(
        'UNKNOWN_CODE',
        `The API has no error code "${code}".`,
        `Codes: ${ERROR_CODES.join(', ')}.`,
      );
    const { code: name, status, meaning, advice } = explained;
    return { summary: `${name} (${status}): ${[meaning, advice].filter(Boolean).join(' ')}`, data: explained };
  },
});
