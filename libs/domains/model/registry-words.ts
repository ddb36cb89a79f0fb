/** Decisions of the registry about a registration or a transfer. */
export const OUTCOMES = ['registered', 'failed', 'action_required'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/**
 * The decision chosen by a word between the hyphens of a label in Unicode, for tests; undefined without such a word.
 * The word `pending` means that the registry registers the domain later.
 */
export function decidedByWord(label: string): Outcome | undefined {
  const words = label.split('-');
  if (words.includes('rejected')) return 'failed';
  if (words.some((word, index) => word === 'action' && words[index + 1] === 'required')) return 'action_required';
  return words.includes('pending') ? 'registered' : undefined;
}

/** Whether a label in Unicode has the word `locked`: another registrar has locked the domain against transfers. */
export const isLockedByWord = (label: string): boolean => label.split('-').includes('locked');
