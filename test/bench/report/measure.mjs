/** Measures contenders in turns, prints the table and writes the reports. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { BENCH, logProgress, ROOT } from '../stage.mjs';

const HEADINGS = ['what', 'median', 'spread', 'rounds', 'must', 'reach', 'verdict'];
const MARKS = ['¹', '²', '³', '⁴', '⁵', '⁶'];

/**
 * Runs the contests that the requested rows need. A contest has `contenders`, each with a `name`, why it is `absent`, a
 * `start` and a `measure`, which returns `figures`, the number of `responses` and of `wrong` ones, and `problems`.
 * Returns invalid responses, and the rows that miss their bound.
 */
export async function measure({ name, contests, rows, withinMs = Infinity }, options) {
  const environment = describeEnvironment();
  const isSelected = row => options.only.length === 0 || options.only.some(part => row.name.includes(part));
  const hasContest = row =>
    contests.some(
      ({ name, contenders }) =>
        name === row.contest && namesOf(row).every(of => contenders.some(({ name }) => name === of)),
    );
  const selected = rows.filter(row => isSelected(row) && hasContest(row));
  const needed = contests
    .map(contest => {
      const names = selected.filter(row => row.contest === contest.name).flatMap(namesOf);
      return { ...contest, contenders: contest.contenders.filter(({ name }) => names.includes(name)) };
    })
    .filter(({ contenders }) => contenders.length > 0);
  if (needed.length === 0) throw new Error(`No row matches ${options.only.join(' or ')}.`);

  const samples = {};
  for (const [index, contest] of needed.entries())
    samples[contest.name] = await hold(contest, options.rounds, () => deadlineOf(needed.slice(index), withinMs));
  const outcomes = selected.map(row =>
    outcomeOf(
      row,
      needed.find(({ name }) => name === row.contest),
      samples[row.contest],
    ),
  );
  const text = tableOf(outcomes);
  const files = write(name, environment, text, { options, outcomes, samples });
  process.stdout.write(`\n${text}\nWritten to ${files.join(' and ')}.\n`);
  return {
    problems: Object.values(samples)
      .flatMap(Object.values)
      .flat()
      .flatMap(({ problems }) => problems),
    missed: outcomes.filter(({ verdict }) => verdict === 'MISSED').map(({ row }) => row.name),
  };
}

const namesOf = ({ of, over }) => [of, over].filter(name => name !== undefined);

/** Deadline of the first contest, in proportion to its contenders. */
function deadlineOf(contests, end) {
  const now = performance.now();
  const counts = contests.map(({ contenders }) => contenders.length);
  return now + ((end - now) * counts[0]) / counts.reduce((sum, count) => sum + count);
}

/**
 * Measures contenders in turns (A B A B), so that other load on the machine affects all of them. The first round always
 * runs, because it starts and warms up the servers; later rounds only start before the deadline.
 */
async function hold({ name, contenders, maxRounds = Infinity }, requested, deadline) {
  const rounds = Math.min(requested, maxRounds);
  const present = contenders.filter(({ absent }) => absent === undefined);
  await Promise.all(present.map(({ start }) => start?.()));
  const results = Object.fromEntries(present.map(contender => [contender.name, []]));
  let end = Infinity;
  for (let round = 1; round <= rounds && performance.now() < end; round++) {
    for (const contender of present) {
      const sample = await contender.measure();
      results[contender.name].push(sample);
      const figures = Object.entries(sample.figures).map(([figure, value]) => `${figure} ${value.toFixed(2)}`);
      const invalid = sample.wrong > 0 ? `, INVALID RESPONSES: ${sample.wrong}` : '';
      logProgress(`${name} · round ${round} of ${rounds} · ${contender.name} ${figures.join(', ')}${invalid}`);
    }
    if (round === 1) end = deadline();
  }
  return results;
}

/** Median, lowest and highest value of the rounds, and the verdict. */
function outcomeOf(row, { contenders }, results) {
  const missing = contenders.find(({ name, absent }) => absent !== undefined && namesOf(row).includes(name));
  if (missing) return { row, verdict: `skipped: ${missing.name}: ${missing.absent}` };
  const figureOf = sample => sample?.figures[row.figure] ?? NaN;
  const values = results[row.of]
    .map((sample, round) => figureOf(sample) / (row.over === undefined ? 1 : figureOf(results[row.over][round])))
    .sort((a, b) => a - b);
  const middle = (values.length - 1) / 2;
  const median = (values[Math.floor(middle)] + values[Math.ceil(middle)]) / 2;
  const holds = bound => (row.better === 'more' ? median >= bound : median <= bound);
  const met = holds(row.must) ? 'met' : 'MISSED';
  const verdict = row.must === undefined ? 'measured' : row.reach !== undefined && holds(row.reach) ? 'reached' : met;
  return { row, verdict, median, low: values[0], high: values.at(-1), rounds: values.length };
}

/** The table and the basis of its ratios. */
function tableOf(outcomes) {
  const notes = [...new Set(outcomes.flatMap(({ row }) => row.note ?? []))];
  const lines = outcomes.map(({ row, verdict, median, low, high, rounds }) => {
    const bound = number => (number === undefined ? '–' : `${row.better === 'more' ? '≥' : '≤'} ${number}`);
    const mark = row.note === undefined ? '' : ` ${MARKS[notes.indexOf(row.note)]}`;
    const values =
      median === undefined ? ['–', '–', '–'] : [median.toFixed(2), `${low.toFixed(2)}–${high.toFixed(2)}`, `${rounds}`];
    return [row.name + mark, ...values, bound(row.must), bound(row.reach), verdict];
  });
  return [columns(HEADINGS, lines), '', ...notes.map((note, index) => `${MARKS[index]} ${note}`), ''].join('\n');
}

/** A Markdown table with aligned columns. */
export function columns(headings, lines) {
  const all = [headings, ...lines];
  const widths = headings.map((_, column) => Math.max(...all.map(cells => cells[column].length)));
  const line = cells => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(headings), line(widths.map(width => '-'.repeat(width))), ...lines.map(line)].join('\n');
}

/** Machine, version and time of the measurement. */
export function describeEnvironment() {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  let commit = 'unknown';
  try {
    commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
  } catch {
    // Not a checkout.
  }
  return {
    at: new Date().toISOString(),
    commit,
    node: process.version,
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    loadBefore: loadavg().map(load => load.toFixed(2)),
  };
}

/** Path of a report without its extension. */
export function stemOf(name, { at }) {
  const folder = join(BENCH, 'results');
  mkdirSync(folder, { recursive: true });
  return join(folder, `${at.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${name}`);
}

/** Writes the Markdown and JSON reports; returns their paths. */
export function write(name, environment, markdown, json) {
  const { at, commit, node, machine, loadBefore } = environment;
  const stem = stemOf(name, environment);
  const head = `# Bench: ${name}\n\n${at}, commit ${commit}, Node ${node}, ${machine}, load average before ${loadBefore.join(' ')}\n\n`;
  writeFileSync(`${stem}.md`, head + markdown);
  writeFileSync(`${stem}.json`, `${JSON.stringify({ ...environment, ...json }, null, 2)}\n`);
  return ['md', 'json'].map(ending => relative(ROOT, `${stem}.${ending}`));
}
