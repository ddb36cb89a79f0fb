import { COMMAND } from '#platform/process/config';
import { hideSecrets } from '../../hide-secrets.js';

/** Options of a single run, which the command that repeats a finding omits. */
export const SINGLE_RUN_OPTIONS = [
  'minutes',
  'only',
  'replay',
  'singles',
  'save',
  'report',
  'json',
  'onProgress',
  'signal',
];

/**
 * Returns the command that plays a plan with the options of an exploration. Hides keys and webhook secrets, because reports are
 * stored.
 */
export const replayCommand = (options: object, plan: string): string => {
  const parts = [
    `${COMMAND} explore`,
    ...Object.entries(options as Record<string, string | number | string[]>)
      .filter(([name]) => !SINGLE_RUN_OPTIONS.includes(name))
      .map(([name, value]) => `--${name} ${[value].flat().map(quote).join(' ')}`),
    `--replay ${quote(plan)}`,
  ];
  return hideSecrets(parts.join(' '));
};

const quote = (text: string | number): string =>
  /^[\w./:-]+$/.test(String(text)) ? String(text) : `'${String(text).replaceAll("'", String.raw`'\''`)}'`;
