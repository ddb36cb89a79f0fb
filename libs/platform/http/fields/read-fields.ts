import { TransformationType } from 'class-transformer';
import type { BrokenField, Refusal } from '../errors/refusal.js';
import { ValidationFailed } from '../errors/validation-failed.js';
import { type CompiledField, fieldsOf, type Model } from './compiled-fields.js';
import { isObject, type Problem, textOf } from './field.js';

type Json = Record<string, unknown>;

interface InvalidField {
  field: string;
  problem: Problem;
}

/**
 * Reads the declared fields of a class from a JSON value, validating each; other members are ignored, unless `strict`.
 * Optional fields that are null are omitted; so are blank optional texts, unless the field has `allowsBlank`.
 * @throws ValidationFailed with all invalid fields, or the error of a rule if all invalid fields have the same one
 */
export function readFields<T extends object>(model: Model<T>, value: unknown, { strict = false } = {}): T {
  if (!isObject(value)) throw ValidationFailed.of('body', 'must be a JSON object');
  const problems: InvalidField[] = [];
  const fields = readObject(model, value, '', problems);
  if (strict) refuseUnknown(model, value, '', problems);
  if (problems.length > 0) throw errorFor(problems);
  return fields as T;
}

/**
 * Reads the query parameters that a class declares. An empty parameter counts as absent.
 * @throws ValidationFailed
 */
export const readQuery = <T extends object>(model: Model<T>, query: object): T =>
  readFields(model, Object.fromEntries(Object.entries(query).map(([name, value]) => [name, withoutEmpty(value)])));

/** Removes empty values. A parameter that is sent several times is an array. */
function withoutEmpty(value: unknown): unknown {
  if (!Array.isArray(value)) return value === '' ? undefined : value;
  const given = value.filter(text => text !== '');
  return given.length > 1 ? given : given[0];
}

/** Maximum number of invalid fields in an error; a list can have thousands. */
const MAX_PROBLEMS = 100;

/** Maximum number of unknown members per object in an error. */
const MAX_UNKNOWN = 10;
const MAX_NAME_LENGTH = 100;

function refuseUnknown(model: Model, source: Json, path: string, problems: InvalidField[]): void {
  const fields = fieldsOf(model);
  refuseUnknownMembers(fields, source, path, problems);
  for (const { name, model: nested, isList, rules } of fields) {
    const value = source[name];
    if (!nested || rules.some(rule => rule(value) !== undefined)) continue;
    for (const [index, element] of (isList ? (value as unknown[]) : [value]).entries()) {
      if (problems.length > MAX_PROBLEMS) return;
      if (isObject(element)) refuseUnknown(nested, element, `${path}${name}.${isList ? `${index}.` : ''}`, problems);
    }
  }
}

function refuseUnknownMembers(fields: CompiledField[], source: Json, path: string, problems: InvalidField[]): void {
  const unknown = Object.keys(source).filter(name => !fields.some(field => field.name === name));
  if (unknown.length === 0) return;
  const problem = `is unknown; known fields are ${fields.map(({ name }) => name).join(', ')}`;
  for (const name of unknown.slice(0, MAX_UNKNOWN))
    problems.push({ field: path + (name.slice(0, MAX_NAME_LENGTH) || '""'), problem });
}

function readObject(model: Model, source: Json, path: string, problems: InvalidField[]): object {
  const object = new model() as Json;
  for (const field of fieldsOf(model)) {
    const value = readField(field, source, path, problems);
    if (value !== undefined) object[field.name] = value;
  }
  return object;
}

function readField(field: CompiledField, source: Json, path: string, problems: InvalidField[]): unknown {
  const { name, model } = field;
  let value = source[name];
  for (const transform of field.transforms)
    value = transform({ value, key: name, obj: source, type: TransformationType.PLAIN_TO_CLASS, options: {} });
  if (field.isOptional && (value === undefined || value === null)) return undefined;
  for (const rule of field.rules) {
    const problem = rule(value);
    if (problem === undefined) continue;
    problems.push({ field: path + name, problem });
    return undefined;
  }
  if (field.elementRules.length > 0) checkElements(field, value, path + name, problems);
  if (!model) return value;
  if (!field.isList) return readObject(model, value as Json, `${path + name}.`, problems);
  return readList(model, value as unknown[], path + name, problems);
}

/** Applies the rules for elements to an array. */
function checkElements({ elementRules }: CompiledField, value: unknown, path: string, problems: InvalidField[]): void {
  if (!Array.isArray(value)) return void problems.push({ field: path, problem: 'must be an array' });
  for (const [index, element] of value.entries()) {
    const problem = elementRules.map(rule => rule(element)).find(found => found !== undefined);
    if (problem !== undefined) problems.push({ field: `${path}.${index}`, problem });
  }
}

/** Reads the elements of a list until there are too many problems to report. */
function readList(model: Model, list: unknown[], field: string, problems: InvalidField[]): object[] {
  const elements: object[] = [];
  for (const [index, element] of list.entries()) {
    if (problems.length > MAX_PROBLEMS) break;
    if (isObject(element)) elements.push(readObject(model, element, `${field}.${index}.`, problems));
    else problems.push({ field: `${field}.${index}`, problem: 'must be an object' });
  }
  return elements;
}

function errorFor(problems: InvalidField[]): Refusal {
  const details = problems.slice(0, MAX_PROBLEMS).flatMap(detailsOf);
  const [{ problem }] = problems as [InvalidField];
  if (typeof problem === 'string' || !problems.every(other => isSameError(other.problem, problem)))
    return new ValidationFailed(details);
  return Object.assign(problem, { extras: { ...problem.extras, details } });
}

const isSameError = (problem: Problem, { code, message }: Refusal): boolean =>
  typeof problem === 'object' && problem.code === code && problem.message === message;

/** An error of a rule can name members of the value. */
function detailsOf({ field, problem }: InvalidField): BrokenField[] {
  const members = typeof problem === 'object' ? problem.extras.details : undefined;
  if (!members) return [{ field, message: textOf(problem) }];
  return members.map(({ field: member, message }) => ({ field: `${field}.${member}`, message }));
}
