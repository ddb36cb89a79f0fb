import { type Settings } from '#platform/config';
import { findRunningPostgres, startEmbeddedPostgres } from '#platform/database/embedded';

/**
 * Works on the database of the settings: the one of DATABASE_URL, else the embedded one, be it that of a running
 * service or one that is started for the length of the work.
 */
export async function withDatabase<T>(settings: Settings, work: (url: string) => Promise<T>): Promise<T> {
  if (settings.databaseUrl) return work(settings.databaseUrl);
  const running = await findRunningPostgres(settings.dataDir);
  if (running) return work(running);
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}
