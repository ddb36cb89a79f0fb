/** Reads the OpenAPI document into types, error codes and events that the templates of all languages use. */

const SANDBOX = '/api/v1/sandbox/';
const SECRETS = ['key', 'secret', 'auth_code'];
const SCALARS = { string: 'string', integer: 'integer', number: 'number', boolean: 'boolean' };

/**
 * @typedef {{ kind: 'string' | 'secret' | 'integer' | 'number' | 'money' | 'time' | 'boolean' | 'any' }
 *   | { kind: 'list', of: Type } | { kind: 'object', name: string }} Type
 * @typedef {{ name: string, type: Type, isRequired: boolean, description: string }} Field
 */
export function readModel(document) {
  const types = new Map();
  const refer = name => addObject(pascal(name), () => document.components.schemas[name]);

  /** Registers an object type and returns a reference to it. */
  function addObject(name, schemaOf) {
    if (!types.has(name)) {
      types.set(name, undefined); // Ends recursion.
      const schema = merged(schemaOf());
      types.set(name, { name, description: line(schema.description), fields: fieldsOf(schema, name) });
    }
    return { kind: 'object', name };
  }

  function fieldsOf({ properties = {}, required = [] }, owner) {
    return Object.entries(properties).map(([name, schema]) => {
      const type = typeOf(schema, owner, name, 'currency' in properties);
      const isRequired = required.includes(name) && !isNullable(schema);
      return { name, type, isRequired, description: withValues(schema) };
    });
  }

  function typeOf(schema, owner, name, hasCurrency) {
    if (schema.$ref) return refer(schema.$ref.split('/').at(-1));
    if (schema.allOf?.length === 1) return typeOf(schema.allOf[0], owner, name, hasCurrency);
    const variants = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
    if (variants.length === 1) return typeOf(variants[0], owner, name, hasCurrency);
    if (variants.length > 1) return unionOf(variants, owner, name);
    const type = [schema.type].flat().find(each => each !== 'null');
    if (type === 'array') return { kind: 'list', of: typeOf(schema.items, owner, name, false) };
    if (type === 'object' && schema.properties) return addObject(owner + pascal(name), () => schema);
    if (type === 'number' && hasCurrency) return { kind: 'money' };
    if (schema.format === 'date-time') return { kind: 'time' };
    if (type === 'string' && SECRETS.includes(name)) return { kind: 'secret' };
    return { kind: SCALARS[type] ?? 'any' };
  }

  /** Returns one type with the members of all variants; `any` if a variant is no object. */
  function unionOf(variants, owner, name) {
    if (!variants.every(variant => resolved(variant).properties)) return { kind: 'any' };
    const names = variants.map(({ $ref }) => $ref?.split('/').at(-1));
    const isPair = names.length === 2 && names.every(Boolean);
    return addObject(isPair ? names.map(pascal).join('Or') : owner + pascal(name), () => ({ anyOf: variants }));
  }

  const resolved = schema => (schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema);

  function merged(schema) {
    if (!schema.anyOf) return schema;
    const variants = schema.anyOf.map(resolved);
    const properties = {};
    for (const [name, property] of variants.flatMap(variant => Object.entries(variant.properties)))
      properties[name] = properties[name] ? either(properties[name], property) : property;
    const isInAll = name => variants.every(({ required = [] }) => required.includes(name));
    return { ...schema, properties, required: Object.keys(properties).filter(isInAll) };
  }

  for (const { operationId, requestBody, responses, parameters = [] } of operationsOf(document)) {
    if (requestBody) typeOf(requestBody.content['application/json'].schema, '', '');
    const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'));
    typeOf(success.content['application/json'].schema.properties.data, '', '');
    const query = parameters.filter(parameter => parameter.in === 'query');
    const properties = Object.fromEntries(
      query.map(({ name, schema, description }) => [name, { ...schema, description }]),
    );
    const description = `Query parameters of ${operationId}.`;
    if (query.length > 0) addObject(`${pascal(operationId)}Query`, () => ({ description, properties }));
  }
  // Only errors contain it.
  refer('BrokenFieldView');
  const events = Object.entries(document.webhooks).map(([type, { post }]) => {
    const { data } = resolved(post.requestBody.content['application/json'].schema).properties;
    return { type, name: `${pascal(type)}Event`, data: typeOf(data, '', '').name, description: line(post.summary) };
  });
  const sorted = [...types.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  return { types: sorted, events, errors: errorsOf(document) };
}

const operationsOf = ({ paths }) =>
  Object.entries(paths)
    .filter(([path]) => path.startsWith(SANDBOX))
    .flatMap(([, methods]) => Object.values(methods));

function errorsOf(document) {
  const text = JSON.stringify(document);
  return document.components.schemas.ErrorCode.enum.map(code => {
    const [, description] = new RegExp(String.raw`\`${code}\`: ([^"]*?)(?=\\n|")`).exec(text);
    return { code, name: `${pascal(code.toLowerCase().replace(/_error$/, ''))}Error`, description };
  });
}

const isNullable = ({ type, anyOf = [] }) => [type].flat().includes('null') || anyOf.some(each => each.type === 'null');

/** A description as a single line of text. */
const line = (text = '') => text.replace(/\s+/g, ' ').trim();

/** Merges a property that two variants of an object have. */
const either = (left, right) => ({
  ...right,
  ...(left.enum && right.enum ? { enum: [...new Set([...left.enum, ...right.enum])] } : {}),
  description: left.description === right.description ? left.description : '',
});

const MAX_VALUES = 20;

/** The description of a field, with its values if it does not name them. */
function withValues({ description, enum: own, anyOf = [], items }) {
  const text = line(description);
  const values = (own ?? anyOf.find(each => each.enum)?.enum ?? items?.enum ?? []).filter(value => value !== null);
  const missing = values.filter(value => !text.includes(`\`${value}\``));
  if (values.length < 2 || values.length > MAX_VALUES || missing.length === 0) return text;
  return `${text} One of ${values.map(value => `\`${value}\``).join(', ')}.`.trim();
}

/** `order_id` and `domain.action_required` as `OrderId` and `DomainActionRequired`. */
export const pascal = name => name.replace(/(?:^|[._-])(\w)/g, (_, letter) => letter.toUpperCase());

export const camel = name => pascal(name).replace(/^\w/, letter => letter.toLowerCase());

/** Breaks text into lines of at most `width` characters. */
export function wrap(text, prefix, width = 100) {
  const lines = [''];
  for (const word of text.split(' '))
    if (lines.at(-1) && `${prefix}${lines.at(-1)} ${word}`.length > width) lines.push(word);
    else lines[lines.length - 1] += `${lines.at(-1) && ' '}${word}`;
  return lines.map(each => `${prefix}${each}`.trimEnd()).join('\n');
}

/** Returns a filter that omits types which only contain the arguments of a method. */
export const usedIn = types => {
  const used = new Set(types.flatMap(({ fields }) => fields.map(({ type }) => (type.of ?? type).name)));
  return ({ name }) => used.has(name) || !/(Request|Query)$/.test(name);
};

/** The class of a resource such as `domains` or `control.worlds`. */
export const resourceOf = name =>
  name.startsWith('control.') ? `${pascal(name.slice('control.'.length))}Control` : pascal(name);

/** The resources below `control`. */
export const controlsOf = resources =>
  resources.flatMap(({ resource }) => /^control\.(\w+)$/.exec(resource)?.[1] ?? []);

/** The fields that a method has as arguments; a request that is also a result, such as a snapshot, is one argument. */
export function argumentsOf({ argument, body, query }, types) {
  const whole = body && !body.endsWith('Request') ? /[A-Z][a-z]+$/.exec(body)[0].toLowerCase() : undefined;
  const fields = argument ? [argument] : (types.find(({ name }) => name === (body ?? query))?.fields ?? []);
  return { whole, fields: whole ? [] : fields.toSorted((left, right) => right.isRequired - left.isRequired) };
}
