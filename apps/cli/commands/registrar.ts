import type { Command } from 'commander';
import { KillSwitch } from '#registrar';
import { addCommand, type CommonOptions, required } from './add-command.js';

const DESCRIPTIONS = { on: 'enable the live registrar API', off: 'reject every live call with 503' };
const RESULTS = { on: 'calls reach the connected registrar', off: 'every call gets 503' };

export function define(registrar: Command): void {
  for (const state of ['on', 'off'] as const)
    addCommand(registrar, state, {
      description: DESCRIPTIONS[state],
      options: [required('--reason <text>', 'reason, kept in the history')],
      async run({ services, actor }, { reason }: CommonOptions & { reason: string }) {
        const killSwitch = services.get(KillSwitch);
        return killSwitch.view(await killSwitch.set({ on: state === 'on', reason }, actor));
      },
      format: () => `The live registrar API is ${state.toUpperCase()}: ${RESULTS[state]}.`,
    });
}
