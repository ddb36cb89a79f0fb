// oxlint-disable-next-line no-explicit-any -- parts of an OpenAPI document
export type Part = Record<string, any>;

const MAX_DEPTH = 4;

/** Follows a reference, and merges `allOf`. */
export function resolve(document: object, part: Part): Part {
  const { $ref, allOf, ...own } = part;
  if ($ref) {
    const path = ($ref as string).slice(2).split('/');
    return resolve(
      document,
      path.reduce((at: Part, name) => at[name], document as Part),
    );
  }
  if (!allOf) return part;
  return Object.assign({}, ...(allOf as Part[]).map(base => resolve(document, base)), own);
}

/** The fields of a schema as the rows of a Markdown table; nested ones have their path. */
export function fieldRows(document: object, schema: Part, prefix = '', depth = 0): string[] {
  const { properties = {}, required = [] } = resolve(document, schema);
  return Object.entries<Part>(properties).flatMap(([name, property]) => {
    const field = resolve(document, property);
    const path = `${prefix}${name}`;
    const isOptional = !(required as string[]).includes(name);
    const row = `| \`${path}\` | ${cell(typeOf(document, field))}${isOptional ? ', optional' : ''} | ${cell(field['description'] ?? '')} |`;
    return depth < MAX_DEPTH ? [row].concat(nestedRows(document, field, path, depth + 1)) : [row];
  });
}

function nestedRows(document: object, field: Part, path: string, depth: number): string[] {
  const nested = resolve(document, withoutNull(field) ?? field);
  if (nested['items']) return fieldRows(document, nested['items'], `${path}[].`, depth);
  return nested['properties'] ? fieldRows(document, nested, `${path}.`, depth) : [];
}

/** The schema of a nullable field. */
const withoutNull = ({ anyOf, oneOf }: Part): Part | undefined => {
  const variants = ((anyOf ?? oneOf ?? []) as Part[]).filter(({ type }) => type !== 'null');
  return variants.length === 1 ? variants[0] : undefined;
};

function typeOf(document: object, schema: Part): string {
  const { type, enum: values, const: value, items, anyOf, oneOf, format } = resolve(document, schema);
  if (value !== undefined) return `\`${value}\``;
  if (values) return (values as unknown[]).map(each => `\`${each}\``).join(', ');
  if (items) return `array of ${typeOf(document, items)}${isNullable(type) ? ' or null' : ''}`;
  const variants = (anyOf ?? oneOf) as Part[] | undefined;
  if (variants) return [...new Set(variants.map(variant => typeOf(document, variant)))].join(' or ');
  const name = [type ?? 'any'].flat().join(' or ');
  return format && type !== 'null' ? `${name} (${format})` : name;
}

const isNullable = (type: unknown): boolean => Array.isArray(type) && type.includes('null');

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
