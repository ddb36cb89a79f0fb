import type { Command } from 'commander';
import { FindSwitch, SetSwitch } from '#registrar';
import { addCommand, type CommonOptions, required } from './add-command.js';

const DESCRIPTIONS = { on: 'enable the live registrar API', off: 'reject every live call with 503' };
const RESULTS = { on: 'calls reach the connected registrar', off: 'every call gets 503' };

export function define(registrar: Command): void {
  for (const state of ['on', 'off'] as const)
    addCommand(registrar, state, {
      description: DESCRIPTIONS[state],
      options: [required('--reason <text>', 'reason, kept in the history')],
      async run({ services, actor }, { reason }: CommonOptions & { reason: string }) {
        const changed = await services.get(SetSwitch).execute({ on: state === 'on', reason }, actor);
        return services.get(FindSwitch).view(changed);
      },
      format: () => `The live registrar API is ${state.toUpperCase()}: ${RESULTS[state]}.`,
    });
}
