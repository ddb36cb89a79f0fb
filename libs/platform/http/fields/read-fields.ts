import type { Refusal } from '../errors/refusal.js';
import { ValidationFailed } from '../errors/validation-failed.js';
import { isObject, type Rule, rulesOf } from './rule.js';

type Json = Record<string, unknown>;

interface Problem {
  field: string;
  problem: string | Refusal;
}

/**
 * Reads the declared fields of a class from a JSON value, validating each; other members are ignored, unless `strict`.
 * Optional fields that are null, and optional texts that are blank, are omitted, unless a blank is valid.
 * @throws ValidationFailed with all invalid fields, or the error of the rule when a single field is invalid
 */
export function readFields<T extends object>(model: new () => T, value: unknown, { strict = false } = {}): T {
  if (!isObject(value)) throw new ValidationFailed([{ field: 'body', message: 'must be a JSON object' }]);
  const problems: Problem[] = [];
  const fields = readObject(model, value, '', problems);
  if (strict) refuseUnknown(model, value, '', problems);
  if (problems.length > 0) throw errorFor(problems);
  return fields as T;
}

/**
 * Reads the query parameters that a class declares. An empty parameter counts as absent.
 * @throws ValidationFailed
 */
export const readQuery = <T extends object>(model: new () => T, query: object): T =>
  readFields(model, Object.fromEntries(Object.entries(query).map(([name, value]) => [name, present(value)])));

/** A parameter that is given several times is an array. */
function present(value: unknown): unknown {
  if (!Array.isArray(value)) return value === '' ? undefined : value;
  const given = value.filter(each => each !== '');
  return given.length > 1 ? given : given[0];
}

/** Invalid fields that are reported; a list can have thousands. */
const MAX_PROBLEMS = 100;

/** Unknown members of an object that are reported. */
const MAX_UNKNOWN = 10;
const MAX_NAME_LENGTH = 100;

function refuseUnknown(model: new () => object, source: Json, path: string, problems: Problem[]): void {
  const rules = new Map(rulesOf(model));
  refuseOthers(rules, source, path, problems);
  for (const [name, { model: nested, isList, problem }] of rules) {
    const value = source[name];
    if (!nested || problem(value) !== undefined) continue;
    if (isList) refuseUnknownInList(nested, value as unknown[], path + name, problems);
    else refuseUnknown(nested, value as Json, `${path + name}.`, problems);
  }
}

/** The elements of a list have the same rules, and a list can be long. */
function refuseUnknownInList(model: new () => object, list: unknown[], path: string, problems: Problem[]): void {
  const rules = new Map(rulesOf(model));
  const nested = [...rules].filter(([, rule]) => rule.model);
  for (const [index, element] of list.entries()) {
    if (problems.length > MAX_PROBLEMS) return;
    if (!isObject(element)) continue;
    refuseOthers(rules, element, `${path}.${index}.`, problems);
    for (const [name, rule] of nested)
      if (isObject(element[name])) refuseUnknown(rule.model!, element[name], `${path}.${index}.${name}.`, problems);
  }
}

function refuseOthers(rules: ReadonlyMap<string, Rule>, source: Json, path: string, problems: Problem[]): void {
  const unknown = Object.keys(source).filter(name => !rules.has(name));
  if (unknown.length === 0) return;
  const problem = `is unknown; known fields are ${[...rules.keys()].join(', ')}`;
  for (const name of unknown.slice(0, MAX_UNKNOWN))
    problems.push({ field: path + (name.slice(0, MAX_NAME_LENGTH) || '""'), problem });
}

function readObject(model: new () => object, source: Json, path: string, problems: Problem[]): object {
  const fields = new model() as Json;
  for (const [name, rule] of rulesOf(model)) {
    const value = readField(rule, source[name], path + name, problems);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

function readField(rule: Rule, sent: unknown, field: string, problems: Problem[]): unknown {
  const value = rule.normalize ? rule.normalize(sent) : sent;
  if (rule.optional && (value === undefined || value === null)) return undefined;
  const problem = rule.problem(value);
  if (problem !== undefined) {
    if (!rule.optional || !rule.isText || !isBlank(sent)) problems.push({ field, problem });
    return undefined;
  }
  const { model } = rule;
  if (!model) return value;
  if (!rule.isList) return readObject(model, value as Json, `${field}.`, problems);
  return readList(model, value as unknown[], field, problems);
}

/** Forms and some languages send an empty text for none. */
const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** Reads the elements of a list until there are too many problems to report. */
function readList(model: new () => object, list: unknown[], field: string, problems: Problem[]): object[] {
  const elements: object[] = [];
  for (const [index, element] of list.entries()) {
    if (problems.length > MAX_PROBLEMS) break;
    if (isObject(element)) elements.push(readObject(model, element, `${field}.${index}.`, problems));
    else problems.push({ field: `${field}.${index}`, problem: 'must be an object' });
  }
  return elements;
}

function errorFor(problems: Problem[]): Refusal {
  const details = problems.slice(0, MAX_PROBLEMS).map(({ field, problem }) => ({
    field,
    message: typeof problem === 'string' ? problem : problem.message,
  }));
  const { problem } = problems[0]!;
  if (problems.length > 1 || typeof problem === 'string') return new ValidationFailed(details);
  return Object.assign(problem, { extras: { ...problem.extras, details } });
}
