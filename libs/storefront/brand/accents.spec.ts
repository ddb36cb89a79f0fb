import fc from 'fast-check';
import { accentsIn, CONTROL_CONTRAST, TEXT_CONTRAST } from './accents.js';
import { contrast } from './contrast.js';
import { PALETTES, type Theme } from './palette.js';

const color = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`);
const theme = fc.constantFrom<Theme>('light', 'dark');

const lowestContrast = (text: string, theme: Theme): number =>
  Math.min(contrast(text, PALETTES[theme]['background']!), contrast(text, PALETTES[theme]['surface']!));

describe('accents of any color', () => {
  it('have the contrast that controls and text need', () => {
    fc.assert(
      fc.property(color, theme, (chosen, theme) => {
        const { accent, onAccent, accentText } = accentsIn(theme, chosen);
        expect(lowestContrast(accent, theme)).toBeGreaterThanOrEqual(CONTROL_CONTRAST);
        expect(lowestContrast(accentText, theme)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }),
      { numRuns: 500 },
    );
  });

  it('are the chosen color, or as close to it as the contrast allows', () => {
    fc.assert(
      fc.property(color, theme, (chosen, theme) => {
        const { accent, accentText } = accentsIn(theme, chosen);
        for (const [corrected, minimum] of [
          [accent, CONTROL_CONTRAST],
          [accentText, TEXT_CONTRAST],
        ] as const) {
          if (lowestContrast(chosen, theme) >= minimum) expect(corrected).toBe(chosen);
          // A step of one in a channel changes the contrast by less than 0.2.
          else expect(lowestContrast(corrected, theme)).toBeLessThan(minimum + 0.2);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('stay the same when they are chosen again', () => {
    fc.assert(
      fc.property(color, theme, (chosen, theme) => {
        const { accent, accentText } = accentsIn(theme, chosen);
        expect(accentsIn(theme, accent).accent).toBe(accent);
        expect(accentsIn(theme, accentText).accentText).toBe(accentText);
      }),
    );
  });
});

describe('accents', () => {
  it.each([
    ['light', '#3451c7', { accent: '#3451c7', onAccent: '#ffffff', accentText: '#3451c7' }],
    ['dark', '#3451c7', { accent: '#3a59cf', onAccent: '#ffffff', accentText: '#5377f0' }],
    ['light', '#ffff00', { accent: '#939300', onAccent: '#000000', accentText: '#757500' }],
    ['dark', '#ffff00', { accent: '#ffff00', onAccent: '#000000', accentText: '#ffff00' }],
    ['light', '#ffffff', { accent: '#8e8e8e', onAccent: '#000000', accentText: '#717171' }],
    ['dark', '#000000', { accent: '#636363', onAccent: '#ffffff', accentText: '#7f7f7f' }],
  ] as const)('in the %s theme of %s keep its hue', (theme, chosen, expected) => {
    expect(accentsIn(theme, chosen)).toEqual(expected);
  });
});

describe('the neutral palette', () => {
  it.each(['light', 'dark'] as const)('has enough contrast in the %s theme', theme => {
    const palette = PALETTES[theme];
    expect(Object.keys(palette).sort()).toEqual(
      ['background', 'control-border', 'danger', 'line', 'muted', 'success', 'surface', 'text'].sort(),
    );
    for (const name of ['text', 'muted', 'danger', 'success'])
      expect([name, lowestContrast(palette[name]!, theme) >= TEXT_CONTRAST]).toEqual([name, true]);
    expect(lowestContrast(palette['control-border']!, theme)).toBeGreaterThanOrEqual(CONTROL_CONTRAST);
  });
});
