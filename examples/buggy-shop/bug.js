const BUGS = ['lost-answer', 'double-click', 'no-refund', 'repeated-webhook', 'unsigned-webhook'];

const { BUG } = process.env;
if (BUG && !BUGS.includes(BUG)) throw new Error(`BUG must be ${BUGS.join(', ')} or empty.`);

/** Whether the shop has this bug. */
export const has = bug => BUG === bug;
