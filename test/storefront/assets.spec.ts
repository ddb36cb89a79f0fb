import { compact } from '../../apps/storefront/assets.js';

describe('compact', () => {
  it('removes comments on lines of their own, and indentation', () => {
    expect(compact('/** One\n * two */\n.x {\n  color: red;\n}\n  // three\n')).toBe('.x {\ncolor: red;\n}\n');
  });

  it('keeps code between a comment on the same line and a later comment', () => {
    const text = '/* a */ .x {\n}\n/* b */\n.y {\n}\n';
    expect(compact(text)).toBe('/* a */ .x {\n}\n.y {\n}\n');
  });
});
