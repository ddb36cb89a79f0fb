import { Monitor, Moon, Sun } from 'lucide-react';
import { stored } from '../lib/local-storage';
import { createStore } from '../lib/store';

export type Theme = 'system' | 'light' | 'dark';

export const THEMES = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;

const root = document.documentElement.dataset;
const theme = createStore<Theme>((root['theme'] as Theme | undefined) ?? 'system');

/** Applies and stores the theme; `public/theme.js` applies it again on the next visit. */
export function setTheme(next: Theme): void {
  if (next === 'system') delete root['theme'];
  else root['theme'] = next;
  stored('theme').set(next === 'system' ? null : next);
  theme.set(next);
}

export const useTheme = () => theme.use();
