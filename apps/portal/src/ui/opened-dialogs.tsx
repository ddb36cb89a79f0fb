import { type ReactNode, useEffect } from 'react';
import { createStore } from '../lib/store';

export const openedDialogs = createStore<ReactNode[]>([]);

/** The dialogs that were opened on a page. */
export function OpenedDialogs() {
  useEffect(() => () => openedDialogs.set([]), []);
  return openedDialogs.use();
}
