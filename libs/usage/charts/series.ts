import type { SeriesLine } from '../contract.js';
import type { Count } from '../storage/counts.js';

/** Maximum number of lines of a chart; the others are merged into one. */
const MAX_LINES = 8;
const OTHER = 'other';

export const CLASSES: Record<string, string> = {
  '2xx': '2xx succeeded',
  '4xx': '4xx refused',
  '5xx': '5xx failed',
};

interface Line {
  name: string;
  counts: Count[];
  requests: number;
}

/** Lines of a chart: status classes by name, others by requests; those above the maximum are merged. */
export function seriesOf(counts: Count[], steps: Date[], labels: Record<string, string>): SeriesLine[] {
  const names = [...new Set(counts.map(({ name }) => name))];
  const lines = names.map(name => {
    const own = counts.filter(count => count.name === name);
    return lineOf(name, own);
  });
  const isClass = (name: string) => name in CLASSES;
  lines.sort((a, b) => (isClass(a.name) ? a.name.localeCompare(b.name) : b.requests - a.requests));
  const shown = lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES - 1), merged(lines)];
  return shown.map(line => viewOf(line, steps, labels));
}

const lineOf = (name: string, counts: Count[]): Line => ({ name, counts, requests: sumOf(counts, 'requests') });

const merged = (lines: Line[]): Line =>
  lineOf(
    OTHER,
    lines.slice(MAX_LINES - 1).flatMap(({ counts }) => counts),
  );

export const sumOf = (counts: Count[], member: 'requests' | 'errors'): number =>
  counts.reduce((sum, count) => sum + count[member], 0);

function viewOf({ name, counts, requests }: Line, steps: Date[], labels: Record<string, string>): SeriesLine {
  const at = new Map<number, number>();
  for (const count of counts) at.set(count.at.getTime(), (at.get(count.at.getTime()) ?? 0) + count.requests);
  const points = steps.map(step => ({ at: step.toISOString(), requests: at.get(step.getTime()) ?? 0 }));
  return { name, label: labels[name] ?? (name === OTHER ? 'all others' : name), requests, points };
}
