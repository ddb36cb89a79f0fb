import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const STORED = 'nameyard.theme';
const listeners = new Set<() => void>();

const current = (): Theme => (document.documentElement.dataset['theme'] as Theme | undefined) ?? 'system';

/** As the system has it, unless somebody chose; `theme.js` puts the choice back before the page is drawn. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, theme);
  } catch {
    // It holds until the page is left.
  }
  for (const listener of listeners) listener();
}

export const useTheme = () =>
  useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
