import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { Refusal } from '../../errors/refusal.js';

/** Control characters and lone surrogates, which cannot be displayed; PostgreSQL cannot store NUL. */
export const INVALID_CHARACTERS = /[\p{Cc}\p{Cs}]/u;

export interface Rule {
  /** Applied before the check, for example to trim spaces. */
  normalize?: (value: unknown) => unknown;
  /**
   * Returns a text that follows the name of the field, such as "must be an integer"; undefined if the value is valid. A
   * `Refusal` is thrown unchanged if this is the only invalid field.
   */
  problem: (value: unknown) => string | Refusal | undefined;
  /** Whether undefined and null are valid. */
  optional?: boolean;
  /** The class that declares the fields of an object. */
  model?: new () => object;
}

type Rules = ReadonlyMap<string, Rule>;

const declared = new Map<object, Map<string, Rule>>();
const collected = new Map<new () => object, Rules>();

/** Declares a request field: how it is validated and how the OpenAPI document shows it. */
export function Field({ schema, ...rule }: Rule & { schema: ApiPropertyOptions }): PropertyDecorator {
  return applyDecorators(
    (target: object, name: string | symbol) => addRule(target, String(name), rule),
    ApiProperty({ ...schema, required: !rule.optional } as ApiPropertyOptions),
  );
}

function addRule(prototype: object, field: string, rule: Rule): void {
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
