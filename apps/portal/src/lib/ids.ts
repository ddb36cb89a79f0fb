/** Kinds of objects by the prefix of their IDs. */
const KINDS = {
  req: 'request',
  log: 'logged request',
  ord: 'order',
  evt: 'event',
  key: 'key',
  rcv: 'receiver',
  dlv: 'delivery',
} as const;

/** The kind of a complete or partial ID, in upper or lower case; undefined for other texts. */
export function kindOfId(text: string | undefined) {
  const prefix = /^\s*([a-z]{3})_/i.exec(text ?? '')?.[1]?.toLowerCase();
  return prefix !== undefined && Object.hasOwn(KINDS, prefix) ? KINDS[prefix as keyof typeof KINDS] : undefined;
}
