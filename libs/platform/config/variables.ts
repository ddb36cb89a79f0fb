/** Turns the text of a variable into its value, or gives what it takes instead, to stand behind "must be". */
type Kind<T> = (text: string) => { value: T } | { takes: string };

/** A reader that collects what is wrong, so that all of it is told at once. */
export function readFrom(env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  function read<T, D>(name: string, kind: Kind<T>, fallback: D): T | D {
    const given = env[name]?.trim();
    if (given === undefined || given === '') return fallback;
    const result = kind(given);
    if ('value' in result) return result.value;
    problems.push(`${name} must be ${result.takes}.`);
    return fallback;
  }
  return { read, problems };
}

export const text: Kind<string> = given => ({ value: given });

export const port: Kind<number> = given =>
  /^\d{1,5}$/.test(given) && Number(given) <= 65_535
    ? { value: Number(given) }
    : { takes: `a port number from 0 to 65535, not "${given}"` };

export const positive =
  (most: number): Kind<number> =>
  given =>
    /^\d{1,15}$/.test(given) && Number(given) >= 1 && Number(given) <= most
      ? { value: Number(given) }
      : { takes: `a whole number from 1 to ${most}, not "${given}"` };

export const slug: Kind<string> = given =>
  SLUG.test(given)
    ? { value: given }
    : { takes: `1 to 63 lower-case letters, digits and inner hyphens, not "${given}"` };

export const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const oneOf =
  <T extends string>(...values: T[]): Kind<T> =>
  given =>
    values.includes(given as T) ? { value: given as T } : { takes: `one of ${values.join(', ')}, not "${given}"` };

/** A URL with one of the protocols. The value is not repeated in the message, for it may hold a password. */
export const url =
  (...protocols: string[]): Kind<string> =>
  given =>
    URL.canParse(given) && protocols.includes(new URL(given).protocol)
      ? { value: given }
      : { takes: `a URL that begins with ${protocols.map(protocol => `${protocol}//`).join(' or ')}` };
