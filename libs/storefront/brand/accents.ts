import { textOn, withContrast } from './contrast.js';
import { PALETTES, type Theme } from './palette.js';

/** Minimum contrasts (WCAG 2.2, criteria 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5;
export const CONTROL_CONTRAST = 3;

/** The accent color of a brand with enough contrast in a theme. */
export interface Accents {
  /** Fill of buttons, and focus ring. */
  accent: string;
  /** Text on `accent`. */
  onAccent: string;
  /** Text and links on the page. */
  accentText: string;
}

export function accentsIn(theme: Theme, chosen: string): Accents {
  const { background, surface } = PALETTES[theme] as { background: string; surface: string };
  const limit = theme === 'light' ? 0 : 1;
  const accent = withContrast(chosen, [background, surface], CONTROL_CONTRAST, limit);
  return {
    accent,
    onAccent: textOn(accent, TEXT_CONTRAST),
    accentText: withContrast(chosen, [background, surface], TEXT_CONTRAST, limit),
  };
}
