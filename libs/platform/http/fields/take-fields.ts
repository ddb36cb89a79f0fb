import { rulesOf } from './rules-of.js';

type Fields = Record<string, unknown>;

/** The fields of a class out of an object in which all are right; undefined when one is not. */
export function takeFields<T extends object>(model: new () => T, value: object): T | undefined {
  const taken = new model() as Fields;
  for (const [name, { normalise, problem, optional, model: inner }] of rulesOf(model)) {
    const sent = (value as Fields)[name];
    let field = normalise ? normalise(sent) : sent;
    if (!optional || (field !== undefined && field !== null)) {
      if (problem(field) !== undefined) return undefined;
      if (inner && (field = takeFields(inner, field as object)) === undefined) return undefined;
    }
    taken[name] = field;
  }
  return taken as T;
}
