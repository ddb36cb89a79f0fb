import { type EntityManager, IsNull } from 'typeorm';
import { LinkNotFound } from '../model/errors.js';
import { type LinkEnding, OneTimeLink } from '../model/one-time-link.js';

/** The newest link of a person, or null. */
export const newestLink = (tx: EntityManager, personId: string): Promise<OneTimeLink | null> =>
  tx.findOne(OneTimeLink, { where: { personId }, order: { createdAt: 'DESC', id: 'DESC' } });

/**
 * Loads a link and locks it, so that it cannot be used twice.
 * @throws LinkNotFound
 */
export async function lockLink(tx: EntityManager, id: string): Promise<OneTimeLink> {
  const link = await tx.findOne(OneTimeLink, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!link) throw new LinkNotFound();
  return link;
}

/** Ends the links of a person that were not ended before, also expired ones. */
export async function endLinks(tx: EntityManager, personId: string, ending: LinkEnding, at: Date): Promise<void> {
  await tx.update(OneTimeLink, { personId, ending: IsNull() }, { ending, endedAt: at });
}
