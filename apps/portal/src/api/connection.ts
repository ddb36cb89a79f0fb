import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isConnected = true;

/** What came of the last question: an answer, whichever, or none. */
export function noteConnection(answered: boolean): void {
  if (answered === isConnected) return;
  isConnected = answered;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnected = () => useSyncExternalStore(subscribe, () => isConnected);
