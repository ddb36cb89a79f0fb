import { ROOT } from '../stage/paths.js';
import { Origins } from './origins.js';

export interface Frame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

/** The part of a V8 profile that is read here. */
export interface Profile {
  nodes: { id: number; callFrame: Frame; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

export interface Cost {
  what: string;
  /** Per request: in the functions themselves, and including their callees. */
  self: number;
  whole: number;
}

/** Cost of a request by package, folder and function. */
export function summarise(profile: Profile, requests: number): { parts: Cost[]; functions: Cost[] } {
  const parts = new Map<string, Cost>();
  const functions = new Map<string, Cost>();
  const times = selfTimes(profile);
  const nodes = new Map(profile.nodes.map(node => [node.id, node]));
  const origins = new Origins();
  visit(profile.nodes[0]!.id, new Set());
  const sorted = (costs: Map<string, Cost>) => [...costs.values()].sort((a, b) => b.whole - a.whole);
  return { parts: sorted(parts).sort((a, b) => b.self - a.self), functions: sorted(functions) };

  /** Adds a subtree to its callers; recursive calls count once. */
  function visit(id: number, above: Set<string>): number {
    const { callFrame, children = [] } = nodes.get(id)!;
    const file = fileOf(origins.of(callFrame));
    const part = partOf(file, callFrame.functionName);
    const own = /^(apps|libs)\//.test(file) ? `${callFrame.functionName} (${file})` : '';
    const isNew = [part, own].filter(name => name !== '' && !above.has(name));
    const self = (times.get(id) ?? 0) / requests;
    const below = new Set([...above, ...isNew]);
    const whole = children.reduce((sum, child) => sum + visit(child, below), self);
    add(parts, part, self, isNew.includes(part) ? whole : 0);
    if (own) add(functions, own, self, isNew.includes(own) ? whole : 0);
    return whole;
  }
}

function add(costs: Map<string, Cost>, what: string, self: number, whole: number): void {
  const cost = costs.get(what) ?? { what, self: 0, whole: 0 };
  costs.set(what, { what, self: cost.self + self, whole: cost.whole + whole });
}

function selfTimes({ samples, timeDeltas }: Profile): Map<number, number> {
  const times = new Map<number, number>();
  samples.forEach((id, index) => times.set(id, (times.get(id) ?? 0) + timeDeltas[index]!));
  return times;
}

function partOf(file: string, functionName: string): string {
  const packages = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file);
  if (packages) return packages[1]!;
  if (file.startsWith('node:')) return 'node';
  if (file === '') return functionName.startsWith('(') ? functionName : `native ${functionName}`.trim();
  return file.split('/').slice(0, -1).join('/');
}

const fileOf = (origin: string): string =>
  origin.startsWith(ROOT) ? origin.slice(ROOT.length).replace(/^\/(dist\/)?/, '') : origin;
