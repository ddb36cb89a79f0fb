import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
  wcagContrast,
} from 'culori/fn';

// Conversions between these color spaces only.
for (const mode of [modeRgb, modeLrgb, modeOklab]) useMode(mode);
const toOklch = useMode(modeOklch);

const STEPS = 16;

/** Contrast of two colors (WCAG 2.2), from 1 to 21. */
export const contrast: (a: string, b: string) => number = wcagContrast;

/**
 * Changes the lightness of a color as little as possible to reach the minimum contrast on all backgrounds. Keeps the hue,
 * and the chroma within sRGB.
 * @param limit lightness to move toward: 0 for light backgrounds, 1 for dark ones; it must have the minimum contrast on all of them
 */
export function withContrast(color: string, backgrounds: string[], minimum: number, limit: 0 | 1): string {
  const suffices = (candidate: string) => backgrounds.every(background => contrast(candidate, background) >= minimum);
  if (suffices(color)) return color;
  const chosen = toOklch(color)!;
  let [near, far] = [chosen.l, limit as number];
  for (let step = 0; step < STEPS; step++) {
    const middle = (near + far) / 2;
    if (suffices(withLightness(chosen, middle))) far = middle;
    else near = middle;
  }
  return withLightness(chosen, far);
}

const withLightness = (color: Oklch, l: number): string => formatHex(clampChroma({ ...color, l }, 'oklch'))!;

/** Text color on a fill: white if its contrast suffices, otherwise black. White or black always has at least 4.58. */
export const textOn = (fill: string, minimum: number): string =>
  contrast('#ffffff', fill) >= minimum ? '#ffffff' : '#000000';
