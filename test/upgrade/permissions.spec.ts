import pg from 'pg';
import { migrate } from '#platform/database';
import { createLogger } from '#platform/observability/log';
import { storages } from '../../apps/storage.js';
import { loadPreviousRelease } from './previous-release.js';
import { RECEIVERS } from './upgraded-service.js';

const [SEARCH, ORDER, CHECKOUT, EVENTS] = ['sandbox.search', 'sandbox.order', 'sandbox.checkout', 'sandbox.events'];

describe('permissions of keys after the upgrade', () => {
  it.each([
    ['a wildcard is spelled out', ['sandbox.*'], [SEARCH, ORDER, CHECKOUT, EVENTS]],
    ['other entries keep their order', [EVENTS, 'sandbox.*', ORDER], [EVENTS, SEARCH, ORDER, CHECKOUT]],
    ['single permissions are unchanged', [CHECKOUT, SEARCH], [CHECKOUT, SEARCH]],
    ['the wildcard of live keys is unchanged', ['registrar.*'], ['registrar.*']],
    ['a key without permissions is unchanged', [], []],
  ])('%s', async (_, before, after) => {
    const urls = Object.fromEntries(RECEIVERS.map(name => [name, 'http://127.0.0.1:9/hook']));
    const { databaseUrl } = await loadPreviousRelease(urls, {});
    const database = new pg.Client(databaseUrl);
    await database.connect();
    await database.query('UPDATE api_keys.keys SET permissions = $1', [before]);
    await migrate(databaseUrl, storages, createLogger('silent'));
    const { rows } = await database.query('SELECT DISTINCT permissions FROM api_keys.keys');
    await database.end();
    expect(rows).toEqual([{ permissions: after }]);
  });
});
