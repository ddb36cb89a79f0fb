import type pg from 'pg';
import type { SealedValues, Storage } from '../../database/connection.js';
import type { Secrets } from './secrets.js';

const BATCH_SIZE = 500;

/** Number of sealed values, by the key that opens them. */
export interface SealedCounts {
  current: number;
  previous: number;
  /** Values that neither key opens: their key is lost. */
  unreadable: number;
}

interface SealedRow {
  id: string;
  sealed: string;
  context: string;
}

interface Options {
  client: pg.Client;
  storages: Storage[];
  secrets: Secrets;
}

interface ResealOptions extends Options {
  /** Receives the number of values read so far in the current pass. */
  onProgress: (values: number) => void;
}

/** Counts the sealed values of all tables. */
export async function countSealed({ client, storages, secrets }: Options): Promise<SealedCounts> {
  const counts: SealedCounts = { current: 0, previous: 0, unreadable: 0 };
  for (const values of sealedIn(storages))
    for await (const batch of readBatches(client, values))
      for (const row of batch) counts[opensWith(secrets, row).key]++;
  return counts;
}

/**
 * Encrypts all values of the previous key again, with the current key. Running processes can change values meanwhile: a
 * value is replaced only if it is still the one that was read. Can be stopped at any time and repeated, because each batch
 * is committed and values of the current key are skipped.
 */
export async function resealAll(options: ResealOptions): Promise<{ resealed: number } & SealedCounts> {
  let resealed = 0;
  // Repeats until nothing is left: a process with the previous key may have sealed values in tables that were done.
  for (;;) {
    const done = await resealOnce(options);
    if (done === 0) return { resealed, ...(await countSealed(options)) };
    resealed += done;
  }
}

async function resealOnce({ client, storages, secrets, onProgress }: ResealOptions): Promise<number> {
  let [resealed, seen] = [0, 0];
  for (const values of sealedIn(storages))
    for await (const batch of readBatches(client, values)) {
      resealed += await resealBatch(client, values, secrets, batch);
      onProgress((seen += batch.length));
    }
  return resealed;
}

async function resealBatch(
  client: pg.Client,
  { table, id, hasKeyId }: SealedValues,
  secrets: Secrets,
  batch: SealedRow[],
): Promise<number> {
  const changes = batch.flatMap(row => {
    const { key, text } = opensWith(secrets, row);
    return key === 'previous' ? [{ ...row, resealed: secrets.seal(text!, row.context).sealed }] : [];
  });
  if (changes.length === 0) return 0;
  const { rowCount } = await client.query(
    `UPDATE ${table} t SET sealed = c.resealed${hasKeyId ? `, key_id = '${secrets.keyId}'` : ''}
     FROM unnest($1::text[], $2::text[], $3::text[]) AS c (id, sealed, resealed)
     WHERE t.${id} = c.id AND t.sealed = c.sealed`,
    [changes.map(row => row.id), changes.map(({ sealed }) => sealed), changes.map(row => row.resealed)],
  );
  return rowCount ?? 0;
}

const sealedIn = (storages: Storage[]): SealedValues[] => storages.flatMap(({ sealed = [] }) => sealed);

async function* readBatches(client: pg.Client, { table, id, context }: SealedValues): AsyncGenerator<SealedRow[]> {
  for (let last = ''; ;) {
    const { rows } = await client.query<SealedRow>(
      `SELECT ${id} AS id, sealed, ${context} AS context FROM ${table} WHERE ${id} > $1 ORDER BY ${id} LIMIT ${BATCH_SIZE}`,
      [last],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)!.id;
  }
}

function opensWith(secrets: Secrets, { sealed, context }: SealedRow): { key: keyof SealedCounts; text?: string } {
  try {
    const { text, keyId } = secrets.openWithKey(sealed, context);
    return { key: keyId === secrets.keyId ? 'current' : 'previous', text };
  } catch {
    return { key: 'unreadable' };
  }
}
