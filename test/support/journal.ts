import type { Client } from './client.js';

export const JOURNAL = '/api/v1/sandbox/control/requests';
export const VERIFY = '/api/v1/sandbox/control/verify';

type Query = Record<string, string | number>;

/** A page of the journal; throws if the request fails. */
export async function journalPageOf(client: Client, query: Query = {}) {
  const { status, body, text } = await client.get(JOURNAL, query);
  if (status !== 200) throw new Error(text);
  return body.data as { requests: Record<string, unknown>[]; next: string | null };
}

export const journalOf = async (client: Client, query: Query = {}) => (await journalPageOf(client, query)).requests;
