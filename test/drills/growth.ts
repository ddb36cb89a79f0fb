import { percentiles } from '../bench/percentile.js';

export const MAX_GROWTH = 1.15;

/** Measurements at even intervals. */
export interface Series {
  name: string;
  values: number[];
  /** Greatest allowed ratio of the last quarter to the second one. The first one is the warm-up. */
  max: number;
}

/** Sentences about the series that grew too much. */
export function findGrowth(all: Series[]): string[] {
  return all.flatMap(({ name, values, max }) => {
    const growth = growthOf(values);
    return growth > max ? [`${name} grew by the factor ${growth.toFixed(2)}`] : [];
  });
}

/** Ratio of the median of the last quarter to that of the second one. */
export function growthOf(values: number[]): number {
  const quarter = Math.ceil(values.length / 4);
  return median(values.slice(-quarter)) / median(values.slice(quarter, 2 * quarter));
}

export const median = (values: number[]): number => percentiles(values).p50;
