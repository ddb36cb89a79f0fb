import type { Command } from 'commander';
import { FindSwitch, TurnSwitch } from '#registrar';
import type { SwitchView } from '#registrar/contract';
import { commandLine } from '../actor.js';
import { print } from '../output.js';
import { withServices } from '../services.js';
import { json } from './json.js';

export function define(registrar: Command): void {
  for (const state of ['on', 'off'] as const) addTurn(registrar, state);
}

function addTurn(registrar: Command, state: SwitchView['state']): void {
  registrar
    .command(state)
    .description(state === 'on' ? 'answer live calls' : 'answer every live call with 503')
    .requiredOption('--reason <text>', 'why; kept in the history')
    .addOption(json())
    .action(async ({ reason, ...options }: { reason: string; json?: boolean }) => {
      const view = await withServices(async services => {
        const turned = await services.get(TurnSwitch).execute({ on: state === 'on', reason }, commandLine());
        return services.get(FindSwitch).view(turned);
      });
      print(view, options, () => `The live registrar API is ${state.toUpperCase()}: ${MEANING[state]}.`);
    });
}

const MEANING = { on: 'live calls reach the registrar that is connected', off: 'every live call gets 503' };
