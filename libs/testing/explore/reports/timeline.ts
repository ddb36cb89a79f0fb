import type { Finding, StoryStep } from '../report.js';
import { escape } from './markup.js';
import { timeOf } from './story.js';

/** Width of the picture in pixels: that of a phone, so that phones do not scale the text down. */
const WIDTH = 332;
const LANES = { customer: 32, shop: 166, nameyard: 298 };
const TOP = 40;
const ROW = 42;
/** Distance from the text of a step to its arrow. */
const BELOW = 11;
/** About the number of characters that fit into the width. */
const MAX_CHARACTERS = 47;

/** The x coordinates at which the arrow of a step starts and ends, by its sender. */
const ARROWS: Record<StoryStep['from'], [from: number, to: number]> = {
  customer: [LANES.customer, LANES.shop],
  shop: [LANES.shop, LANES.nameyard],
  nameyard: [LANES.nameyard, LANES.shop],
  driver: [LANES.nameyard, LANES.shop],
};

/** A picture of what happened between customer, shop and Nameyard, from the top down. */
export function timelineOf({ title, story }: Finding): string {
  const height = TOP + story.length * ROW;
  const names = Object.entries(LANES).map(
    ([name, x]) =>
      `<text x="${x}" y="16" text-anchor="middle">${name[0]!.toUpperCase()}${name.slice(1)}</text><path class="lane" d="M${x} 24V${height}"/>`,
  );
  return `<svg class="timeline" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(`Timeline: ${title}`)}">${names.join('')}${story.map(row).join('')}</svg>`;
}

function row(step: StoryStep, index: number): string {
  const { text, from, fault, failed } = step;
  const y = TOP + index * ROW + 6;
  const line = `${timeOf(step)} · ${text}`;
  const shown = line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS - 1)}…` : line;
  const [start, end] = ARROWS[from];
  const at = y + BELOW;
  const back = end > start ? -6 : 6;
  const arrow = `<path d="M${start} ${at}H${end}m${back} -4 ${-back} 4 ${back} 4"/>`;
  const mark = fault === null ? '' : `<circle cx="${(start + end) / 2}" cy="${at}" r="5"/>`;
  return `<g class="${from}${failed ? ' failed' : ''}"><title>${escape(line)}</title><text x="2" y="${y}">${escape(shown)}</text>${arrow}${mark}</g>`;
}
