import { Tenants } from '#tenancy';
import { eventually } from '../support/eventually.js';
import { startSandbox } from '../support/sandbox.js';

describe('list of tenants', () => {
  it('can be longer than the 65,535 parameters of a statement', async () => {
    const sandbox = await startSandbox();
    const { tenant } = await sandbox.tenant({ host: 'shop.example.com' });
    await sandbox.rows(
      `INSERT INTO tenancy.tenants (id, slug, name, currency, created_at)
       SELECT 'many-' || n, 'many-' || n, 'Many', 'USD', now() FROM generate_series(1, 65536) n`,
    );
    // On a busy machine, the query can exceed the statement timeout.
    const tenants = await eventually(() => sandbox.app.get(Tenants).listViews());
    const views = tenants.map(({ view }) => view);
    expect(views.length).toBeGreaterThan(65_536);
    expect(views.filter(({ host }) => host !== null)).toEqual([
      expect.objectContaining({ slug: tenant.slug, host: 'shop.example.com' }),
    ]);
  });
});
