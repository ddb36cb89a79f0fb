import { StorefrontSettings } from './storefront-settings.js';

describe('StorefrontSettings', () => {
  it('records in the audit log whether there is an access code, but not the code', () => {
    const settings = StorefrontSettings.defaultsOf('ten_1', new Date(0));
    expect(settings.facts().code).toBeNull();
    settings.change({ access: 'code', code: 'kingfisher' });
    expect(settings.facts()).toMatchObject({ access: 'code', code: 'set' });
    expect(JSON.stringify(settings.facts())).not.toContain('kingfisher');
  });
});
