import type { Rule } from './rule.js';

type Rules = ReadonlyMap<string, Rule>;

const declared = new Map<object, Map<string, Rule>>();
const collected = new Map<new () => object, Rules>();

/** Adds a field to the class of this prototype. */
export function addRule(prototype: object, field: string, rule: Rule): void {
  const rules = declared.get(prototype) ?? new Map<string, Rule>();
  declared.set(prototype, rules.set(field, rule));
}

/** The fields of a class, inherited ones included. */
export function rulesOf(model: new () => object): Rules {
  const rules = collected.get(model) ?? collect(model);
  collected.set(model, rules);
  return rules;
}

function collect(model: new () => object): Rules {
  const rules = new Map<string, Rule>();
  for (let at: object | null = model.prototype as object; at !== null; at = Object.getPrototypeOf(at) as object | null)
    for (const [field, rule] of declared.get(at) ?? []) if (!rules.has(field)) rules.set(field, rule);
  return rules;
}
