/** CPU time of a request by package, folder and function, from a V8 profile and source maps. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TURNS } from './contests.mjs';
import { columns, describeEnvironment, stemOf, write } from './report/measure.mjs';
import { startProduct } from './servers.mjs';
import { BENCH, logProgress, ROOT, waitFor } from './stage.mjs';

const MAX_LINES = 40;

/** Profiles one kind of request after the other, each in its own process. */
export async function profile(options) {
  const environment = describeEnvironment();
  const problems = [];
  const pace = { ...options, connections: 32 };
  for (const [kind, turn] of Object.entries(TURNS)) {
    if (options.only.length > 0 && !options.only.includes(kind)) continue;
    logProgress(`${kind}: warming up`);
    // In the format of browser developer tools.
    const file = `${stemOf(`profile-${kind}`, environment)}.cpuprofile`;
    const nodeArgs = ['--import', join(BENCH, 'programs/profiler.mjs')];
    const product = await startProduct(`profiled for ${kind}`, { nodeArgs, env: { PROFILE: file } });
    await turn(product, { ...pace, seconds: 1 });
    logProgress(`${kind}: profiling`);
    process.kill(product.pids[0], 'SIGUSR2');
    const sample = await turn(product, pace);
    process.kill(product.pids[0], 'SIGUSR2');
    await waitFor('the profile', () => existsSync(file));
    await product.child.end();
    problems.push(...sample.problems);
    const text = summarize(JSON.parse(readFileSync(file, 'utf8')), sample.responses);
    process.stdout.write(`\n## ${kind}\n\n${text}\n`);
    write(`profile-${kind}`, environment, text, {});
  }
  return { problems, missed: [] };
}

function summarize({ nodes, samples, timeDeltas }, requests) {
  const [parts, functions, times, maps] = [new Map(), new Map(), new Map(), new Map()];
  for (const [index, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + timeDeltas[index]);
  const nodeOf = new Map(nodes.map(node => [node.id, node]));
  const add = (costs, name, self, whole) => {
    const cost = costs.get(name) ?? { self: 0, whole: 0 };
    costs.set(name, { self: cost.self + self, whole: cost.whole + whole });
  };
  /** Adds a subtree to its callers; recursive calls count once. */
  const visit = (id, above) => {
    const { callFrame, children = [] } = nodeOf.get(id);
    const file = sourceOf(callFrame, maps);
    const part = partOf(file, callFrame.functionName);
    const own = /^(apps|libs)\//.test(file) ? `${callFrame.functionName} (${file})` : undefined;
    const below = new Set([...above, part, ...(own === undefined ? [] : [own])]);
    const self = (times.get(id) ?? 0) / requests;
    const whole = children.reduce((sum, child) => sum + visit(child, below), self);
    add(parts, part, self, above.has(part) ? 0 : whole);
    if (own !== undefined) add(functions, own, self, above.has(own) ? 0 : whole);
    return whole;
  };
  visit(nodes[0].id, new Set());
  const table = (heading, costs, by) => {
    const sorted = [...costs].sort(([, a], [, b]) => b[by] - a[by]).slice(0, MAX_LINES);
    const lines = sorted.map(([name, { self, whole }]) => [name, self.toFixed(1), whole.toFixed(1)]);
    return columns([heading, 'itself, µs a request', 'with what it calls'], lines);
  };
  return `${table('package or folder', parts, 'self')}\n\n${table('function of ours', functions, 'whole')}\n`;
}

/** The source of a function in the bundle, relative to the repository; Node's own code keeps its name. */
function sourceOf({ url, lineNumber, columnNumber }, maps) {
  if (!url.startsWith('/') && !url.startsWith('file:')) return url;
  const path = url.startsWith('/') ? url : fileURLToPath(url);
  if (!maps.has(path)) {
    const map = `${path}.map`;
    maps.set(path, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined);
  }
  const source = maps.get(path)?.findEntry(lineNumber, columnNumber).originalSource;
  const origin = source === undefined ? path : resolve(dirname(path), source);
  return origin.startsWith(ROOT) ? origin.slice(ROOT.length).replace(/^\/(dist\/)?/, '') : origin;
}

function partOf(file, functionName) {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  if (name !== undefined) return name;
  if (file.startsWith('node:')) return 'node';
  if (file === '') return functionName.startsWith('(') ? functionName : `native ${functionName}`.trim();
  return dirname(file);
}
