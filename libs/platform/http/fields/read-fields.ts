import { type BrokenField, Invalid } from '../../errors/refusal.js';
import { ValidationFailed } from '../../errors/validation-failed.js';
import { GENERIC_CODE, type Rule } from './rule.js';
import { rulesOf } from './rules-of.js';

type Json = Record<string, unknown>;

interface Problem extends BrokenField {
  code: string;
}

/**
 * Reads the declared fields of a class from a JSON value, validating each; other members are ignored.
 * @throws ValidationFailed listing every invalid field, or Invalid with the rule's own code when a single field is invalid
 */
export function readFields<T extends object>(model: new () => T, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ValidationFailed([{ field: 'body', message: 'must be a JSON object' }]);
  const problems: Problem[] = [];
  const fields = readObject(model, value as Json, '', problems);
  if (problems.length > 0) throw errorFor(problems);
  return fields as T;
}

function readObject(model: new () => object, source: Json, path: string, problems: Problem[]): object {
  const fields = new model() as Json;
  for (const [name, rule] of rulesOf(model)) fields[name] = readField(rule, source[name], path + name, problems);
  return fields;
}

function readField(rule: Rule, sent: unknown, field: string, problems: Problem[]): unknown {
  const value = rule.normalize ? rule.normalize(sent) : sent;
  if (rule.optional && (value === undefined || value === null)) return value;
  const message = rule.problem(value);
  if (message === undefined) return rule.model ? readObject(rule.model, value as Json, `${field}.`, problems) : value;
  problems.push({ field, message, code: rule.code?.(value) ?? GENERIC_CODE });
  return undefined;
}

function errorFor(problems: Problem[]): Invalid {
  const details = problems.map(({ field, message }) => ({ field, message }));
  const [first] = problems;
  if (problems.length > 1 || !first || first.code === GENERIC_CODE) return new ValidationFailed(details);
  // A rule with its own code may bring a whole sentence; other messages complete "<field> …".
  const message = first.message.endsWith('.') ? first.message : `${first.field} ${first.message}.`;
  return new Invalid(first.code, message, { details });
}
