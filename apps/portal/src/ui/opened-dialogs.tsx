import { type ReactNode, useEffect } from 'react';
import { createStore } from '../lib/store';

export const openedDialogs = createStore<ReactNode[]>([]);

/** The dialogs of a page, which are closed when the page is left. */
export function OpenedDialogs() {
  useEffect(() => () => openedDialogs.set([]), []);
  return openedDialogs.use();
}
