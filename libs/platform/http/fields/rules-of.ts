import type { Rule } from './rule.js';

const rules = new Map<object, Map<string, Rule>>();

/** Notes a field of the class that `prototype` is of. */
export function addRule(prototype: object, field: string, rule: Rule): void {
  const known = rules.get(prototype) ?? new Map<string, Rule>();
  rules.set(prototype, known.set(field, rule));
}

/** The fields of a class with those that it inherits. */
export function rulesOf(model: new () => object): ReadonlyMap<string, Rule> {
  return known.get(model) ?? remember(model);
}

const known = new Map<new () => object, ReadonlyMap<string, Rule>>();

function remember(model: new () => object): ReadonlyMap<string, Rule> {
  const found = new Map<string, Rule>();
  for (let at: object | null = model.prototype as object; at !== null; at = Object.getPrototypeOf(at) as object | null)
    for (const [field, rule] of rules.get(at) ?? []) if (!found.has(field)) found.set(field, rule);
  known.set(model, found);
  return found;
}
