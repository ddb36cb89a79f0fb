/**
 * Preloaded into a process of the service, kills it (SIGKILL) right after one of its commits: before the code that waits for
 * the commit continues. Only commits that have changed rows of a matching statement count, in transactions or without one.
 *
 * Lines on standard input, and KILL_AFTER_COMMIT, set which commit it is: its number from now on, and an ID that is printed.
 */
import { createInterface } from 'node:readline';
import pg from 'pg';

const WRITES = new RegExp(
  process.env.KILL_AFTER_WRITES ??
    String.raw`\b(INSERT INTO|UPDATE|DELETE FROM)\s+"?(checkout|domains|orders|platform|tenancy|testcontrol)"?\.`,
);

let remaining = Infinity;

function arm(line) {
  const [number, id] = line.split(' ');
  remaining = Number(number);
  process.stdout.write(`armed ${id}\n`);
}

if (process.env.KILL_AFTER_COMMIT) arm(process.env.KILL_AFTER_COMMIT);
createInterface({ input: process.stdin }).on('line', arm);
process.stdin.unref();

/** Connections in a transaction, and whether it has changed rows. */
const transactions = new WeakMap();

function completed(client, text, result) {
  if (/^(BEGIN|START TRANSACTION)/.test(text)) transactions.set(client, false);
  else if (/^ROLLBACK$/.test(text)) transactions.delete(client);
  else if (text === 'COMMIT') {
    const hasChanged = transactions.get(client);
    transactions.delete(client);
    if (hasChanged) committed();
  } else if (WRITES.test(text) && hasRows(result)) {
    if (transactions.has(client)) transactions.set(client, true);
    else committed();
  }
}

/** Statements that only return how many rows they have changed return a row of zeros if there are none. */
function hasRows({ rowCount, rows }) {
  const isZero = rows?.length === 1 && Object.values(rows[0]).every(value => value === 0);
  return rowCount > 0 && !isZero;
}

function committed() {
  if (--remaining === 0) process.kill(process.pid, 'SIGKILL');
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (config, ...rest) {
  const text = (typeof config === 'string' ? config : config.text) ?? '';
  const callback = rest.at(-1);
  if (typeof callback === 'function') {
    const done = (error, result) => {
      if (!error) completed(this, text, result);
      callback(error, result);
    };
    return query.call(this, config, ...rest.slice(0, -1), done);
  }
  const result = query.call(this, config, ...rest);
  if (typeof result?.then !== 'function') return result;
  return result.then(value => {
    completed(this, text, value);
    return value;
  });
};
