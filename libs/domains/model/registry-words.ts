/** Decisions of the registry about a registration or a transfer. */
export const OUTCOMES = ['registered', 'failed', 'action_required'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/**
 * The decision that words between the hyphens of a label in Unicode ask for, so that tests can choose it; undefined
 * without such a word. `pending` delays a registration.
 */
export function decidedByWord(label: string): Outcome | undefined {
  const words = label.split('-');
  if (words.includes('rejected')) return 'failed';
  if (words.some((word, index) => word === 'action' && words[index + 1] === 'required')) return 'action_required';
  return words.includes('pending') ? 'registered' : undefined;
}

/** Whether a label in Unicode asks for a domain that another registrar has locked. */
export const isLockedByWord = (label: string): boolean => label.split('-').includes('locked');
