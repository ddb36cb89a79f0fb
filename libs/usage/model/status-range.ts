/** The lowest and highest status that match: `404` is a single status, `4xx` a class. */
export function statusesOf(status: string): [number, number] {
  const lowest = Number(status.replace('xx', '00'));
  return [lowest, status.endsWith('xx') ? lowest + 99 : lowest];
}
