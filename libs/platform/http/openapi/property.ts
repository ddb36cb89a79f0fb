import { ApiProperty, type ApiPropertyOptions, DECORATORS } from '@nestjs/swagger';

/** What the compiler plugin of `@nestjs/swagger` reads from the comment and the type of a property. */
interface Compiled {
  description?: string;
  example?: unknown;
  required?: boolean;
  nullable?: boolean;
}

type Comment = Pick<Compiled, 'description' | 'example'>;

/** `ApiProperty` with the options that `compose` builds from the comment and the type of the property. */
export const Documented =
  (compose: (comment: Comment, type: Omit<Compiled, keyof Comment>) => object): PropertyDecorator =>
  (prototype, name) => {
    const properties = propertiesOf(prototype);
    const { description, example, ...type } = properties[String(name)] ?? {};
    properties[String(name)] = {};
    ApiProperty(compose({ description, example }, type) as ApiPropertyOptions)(prototype, name);
  };

/** Adds options to those of the comment and the type of a property; `type`, `enum`, `oneOf` etc. replace the type. */
export const Property = (options: ApiPropertyOptions) =>
  Documented(({ description, example }, type) => {
    const { required, nullable } = type;
    const all = { ...(SCHEMAS.some(key => key in options) ? { required, nullable } : type), ...options };
    if (options.description) return all;
    const { example: own = example, ...schema } = all;
    return { ...schema, description, example: own };
  });

const SCHEMAS = ['type', 'enum', 'oneOf', 'anyOf', 'allOf'];

const NAMES = DECORATORS.API_MODEL_PROPERTIES_ARRAY;

/** The method that the compiler plugin adds to each class. */
const FACTORY = '_OPENAPI_METADATA_FACTORY';

interface Model {
  [FACTORY](): Record<string, Compiled>;
}

/**
 * Returns the properties that a class declares itself. The first call for a class also registers their order with Nest,
 * which would otherwise put properties without decorators last.
 */
function propertiesOf(prototype: object): Record<string, Compiled> {
  const model = prototype.constructor as unknown as Model;
  if (!Object.hasOwn(model, FACTORY)) return {};
  const properties = model[FACTORY]();
  if (Reflect.hasOwnMetadata(NAMES, prototype)) return properties;
  const inherited = (Reflect.getMetadata(NAMES, prototype) as string[] | undefined) ?? [];
  Reflect.defineMetadata(NAMES, [...new Set([...inherited, ...namesOf(model)])], prototype);
  model[FACTORY] = () => properties;
  return properties;
}

function namesOf(model: Model): string[] {
  const base: unknown = Object.getPrototypeOf(model);
  const own = Object.hasOwn(model, FACTORY) ? Object.keys(model[FACTORY]()) : [];
  return [...(base === Function.prototype ? [] : namesOf(base as Model)), ...own.map(name => `:${name}`)];
}

/** Formats of response properties. */
export const DateTime = () => Property({ format: 'date-time' });

export const Integer = () => Property({ type: 'integer' });

/** Properties of responses that can be null. */
export const NullableText = (description: string, example?: string | null) =>
  Property({ type: String, nullable: true, description, example });

export const NullableDateTime = (description: string, example?: string | null) =>
  Property({ type: String, format: 'date-time', nullable: true, description, example });

export const NullableNumber = (description: string, example?: number | null) =>
  Property({ type: Number, nullable: true, description, example });

export const NullableInteger = (description: string, example?: number | null) =>
  Property({ type: 'integer', nullable: true, description, example });
