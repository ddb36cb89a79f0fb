import type { Observation } from './observation.js';
import type { StoryStep } from './report.js';

/** Everything that happened while a plan was played, in order of time. */
export function storyOf({ responses, truth, webhooks, started, plan, rules, idle }: Observation): StoryStep[] {
  const moments: StoryStep[] = [
    ...responses.map(({ started: at, ended, text, verdict }, index) => ({
      at: at - started,
      duration: ended - at,
      from: 'customer' as const,
      text: `${plan.action.name}${index > 0 ? ` (attempt ${index + 1})` : ''}: ${text}`,
      fault: null,
      failed: verdict !== 'yes',
    })),
    ...truth.requests.map(request => ({
      at: Date.parse(request.at) - request.duration_ms - started,
      duration: request.duration_ms,
      from: 'shop' as const,
      text: `${request.operation}: ${[request.status ?? 'no response', request.code, request.replayed && 'replayed'].filter(Boolean).join(' ')}`,
      fault: request.faulted,
      failed: request.code !== null,
    })),
    ...webhooks.map(({ type, effect, status, isValid, started: at, ended }) => ({
      at: at - started,
      duration: ended - at,
      from: isValid ? ('nameyard' as const) : ('driver' as const),
      text: `webhook ${type}${effect ? ` (${effect})` : ''}: ${status ?? (effect === 'withhold' ? 'kept back' : 'no response')}`,
      fault: effect && `webhook:${effect}`,
      failed: !isValid || status === null || status >= 300,
    })),
  ];
  const steps = plan.steps
    .filter(({ id }) => idle.includes(id))
    .map(({ id }) => ({
      at: 0,
      duration: 0,
      from: 'driver' as const,
      text: `${id} did not happen`,
      fault: rules.find(({ step }) => step === id)?.rule ?? null,
      failed: false,
    }));
  return [...moments, ...steps].sort((one, other) => one.at - other.at);
}
