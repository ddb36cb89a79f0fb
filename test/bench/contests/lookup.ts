import { randomInt } from 'node:crypto';
import pg from 'pg';
import { ownedName, register } from '../database/registrations.js';
import { SEARCH } from '../floor/statements.js';
import { loop } from '../limits/loop.js';
import type { Contenders } from '../servers/contenders.js';
import { migrate } from '../servers/postgres.js';
import type { Contender, Contest } from './contest.js';

const CLIENTS = 16;

/** The query of a search, directly in the database, with a small and a large table. */
export const lookingUp = (cast: Contenders, seconds: number): Contest => ({
  name: 'lookup',
  contenders: [lookUp(cast, '10,000 names', 10_000, seconds), lookUp(cast, '5,000,000 names', 5_000_000, seconds)],
});

function lookUp(cast: Contenders, name: string, count: number, seconds: number): Contender {
  let filled: Promise<pg.Pool> | undefined;
  return {
    name,
    async measure() {
      const pool = await (filled ??= fill(cast, count));
      let wrong = 0;
      const perSecond = await loop(CLIENTS, seconds, async () => {
        const { rows } = await pool.query({ name: 'search', text: SEARCH, values: [TENANT, namesAround(count)] });
        if (rows.length !== 1) wrong++;
      });
      const problems = wrong > 0 ? [`${wrong} lookups found something else than the one name that is there`] : [];
      return { figures: { perSecond }, responses: 0, wrong, problems };
    },
  };
}

const TENANT = 'ten_bench';

/** One existing domain and twelve free ones, as in a search. */
function namesAround(count: number): string[] {
  const owned = ownedName(randomInt(1, count + 1));
  return [owned, ...Array.from({ length: 12 }, (_, index) => `${index}-${owned}`)];
}

async function fill(cast: Contenders, count: number): Promise<pg.Pool> {
  const floor = await cast.floor();
  await floor.database.query(`CREATE DATABASE look_up_${count}`);
  const url = new URL(floor.databaseUrl);
  url.pathname = `/look_up_${count}`;
  await migrate(cast.stage, url.href);
  const pool = new pg.Pool({ connectionString: url.href, max: CLIENTS });
  pool.on('error', () => {}); // ends with its server
  cast.stage.registerCleanup(() => pool.end());
  await register(pool, [TENANT], count);
  return pool;
}
