import { TransformationType, type TransformFnParams } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import {
  getFromContainer,
  getMetadataStorage,
  type MetadataStorage,
  type ValidatorConstraintInterface,
  ValidationTypes,
} from 'class-validator';
import type { Problem } from './field.js';

export type Model<T extends object = object> = new () => T;

type Metadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

type Rule = (value: unknown) => Problem | undefined;

/** A field with the closures of its decorators. */
export interface CompiledField {
  name: string;
  isOptional: boolean;
  transforms: ((params: TransformFnParams) => unknown)[];
  /** Return the problem of a value; undefined if it is valid. */
  rules: Rule[];
  /** Rules for the elements of an array. */
  elementRules: Rule[];
  /** The class of a nested object, or of the objects of a list. */
  model?: Model;
  isList: boolean;
}

const compiled = new WeakMap<Model, CompiledField[]>();

/**
 * The fields of a class, and then inherited ones. The metadata of class-validator and class-transformer are read once per
 * class, because both libraries search them for every object, which takes five times as long as the rules themselves.
 */
export function fieldsOf(model: Model): CompiledField[] {
  const known = compiled.get(model);
  if (known) return known;
  const metadatas = getMetadataStorage().getTargetValidationMetadatas(model, '', false, false);
  const ordered = ancestorsOf(model).flatMap(type => metadatas.filter(({ target }) => target === type));
  const names = [...new Set(ordered.map(({ propertyName }) => propertyName))];
  const fields = names.map(name =>
    compileField(
      model,
      name,
      ordered.filter(({ propertyName }) => propertyName === name),
    ),
  );
  compiled.set(model, fields);
  return fields;
}

/** The class itself, its base class, and so on. */
function ancestorsOf(model: Model): Model[] {
  const base = Object.getPrototypeOf(model) as Model;
  return [model, ...(base === Function.prototype ? [] : ancestorsOf(base))];
}

function compileField(model: Model, name: string, metadatas: Metadata[]): CompiledField {
  const unsupported = metadatas.find(isUnsupported);
  if (unsupported) throw new Error(`${model.name}.${name}: ${unsupported.name ?? unsupported.type} is not supported`);
  const isNested = metadatas.some(({ type }) => type === ValidationTypes.NESTED_VALIDATION);
  return {
    name,
    isOptional: metadatas.some(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION),
    transforms: defaultMetadataStorage
      .findTransformMetadatas(model, name, TransformationType.PLAIN_TO_CLASS)
      .map(({ transformFn }) => transformFn),
    rules: metadatas.filter(({ constraintCls, each }) => constraintCls && !each).map(ruleOf),
    elementRules: metadatas.filter(({ constraintCls, each }) => constraintCls && each).map(ruleOf),
    model: isNested ? (defaultMetadataStorage.findTypeMetadata(model, name).typeFunction() as Model) : undefined,
    isList: metadatas.some(({ type, each }) => type === ValidationTypes.NESTED_VALIDATION && each),
  };
}

/** Whether a rule depends on other fields or on validation groups. */
const isUnsupported = ({ type, name, groups, validateIf }: Metadata): boolean =>
  (type === ValidationTypes.CONDITIONAL_VALIDATION && name !== 'isOptional') || Boolean(groups?.length || validateIf);

function ruleOf({ constraintCls, constraints, message, propertyName, context }: Metadata): Rule {
  const constraint = getFromContainer<ValidatorConstraintInterface>(constraintCls);
  const argumentsOf = (value: unknown) => ({ value, constraints, property: propertyName, targetName: '', object: {} });
  const isValid = (value: unknown) => constraint.validate(value, argumentsOf(value)) as boolean;
  return value => {
    if (isValid(value)) return undefined;
    if (typeof context === 'function') return (context as (value: unknown) => Problem)(value);
    const text = typeof message === 'function' ? message(argumentsOf(value)) : message;
    return (text ?? constraint.defaultMessage?.(argumentsOf(value)) ?? 'is invalid')
      .replace(/^\$property /, '')
      .replace('$property', propertyName)
      .replace(/\$constraint(\d)/g, (_, number) => String(constraints[Number(number) - 1]));
  };
}
