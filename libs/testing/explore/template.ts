import { NameyardError } from '../../client/index.js';
import type { Purchase, Step, Template } from './options.js';

const JSON_BODY = 'json:';
const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Compiles a template to a function that sends its request to the shop. Returns functions unchanged.
 * @throws NameyardError that names the error in the template
 */
export function stepOf(name: string, given: Template | Step): Step {
  if (typeof given === 'function') return given;
  const [method = '', path, ...rest] = given.trim().split(' ');
  const body = rest.length > 0 ? rest.join(' ') : undefined;
  if (!/^[A-Z]+$/.test(method) || path === undefined)
    throw new NameyardError(
      `${name} must be a method, a path and an optional body, such as 'POST /orders domain={domain}', not '${given}'.`,
    );
  for (const [, placeholder] of given.matchAll(PLACEHOLDER))
    if (!PLACEHOLDERS.includes(placeholder!))
      throw new NameyardError(`${name} has the unknown placeholder {${placeholder}}: use ${PLACEHOLDERS.join(', ')}.`);
  const isJson = body?.startsWith(JSON_BODY);
  return (customer, purchase) => {
    const address = fill(path, purchase, encodeURIComponent);
    if (body === undefined) return customer.fetch(address, { method });
    const [type, text] = isJson
      ? ['application/json', fillJson(body.slice(JSON_BODY.length), purchase)]
      : ['application/x-www-form-urlencoded', fill(body, purchase, encodeURIComponent)];
    return customer.fetch(address, { method, headers: { 'Content-Type': type }, body: text });
  };
}

/** Whether a step uses the number of years: the customer chooses them only then. */
export const choosesYears = (step: Template | Step): boolean =>
  typeof step === 'function' ? step.toString().includes('years') : step.includes('{years}');

const PLACEHOLDERS: string[] = ['domain', 'years', 'email', 'token'] satisfies (keyof Purchase)[];

const fill = (template: string, purchase: Purchase, encode: (value: string) => string): string =>
  template.replaceAll(PLACEHOLDER, (_, name: keyof Purchase) => encode(String(purchase[name])));

/** Inserts the values of a purchase into JSON: escaped within quotation marks, as JSON values elsewhere. */
function fillJson(template: string, purchase: Purchase): string {
  const parts = template.split('"');
  return parts
    .map((part, index) => {
      const isText = index % 2 === 1;
      const encode = (value: string) => JSON.stringify(value).slice(1, -1);
      return isText
        ? fill(part, purchase, encode)
        : part.replaceAll(PLACEHOLDER, (_, name: keyof Purchase) => JSON.stringify(purchase[name]));
    })
    .join('"');
}
