/** Timestamp expression in RFC 3339 with milliseconds, like `Date.prototype.toISOString`. */
export const jsonTime = (time: string) => `to_char((${time}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** JSON object with an SQL expression for each member, written without spaces like `JSON.stringify`. */
export const jsonObject = <Data extends object>(members: Record<keyof Data & string, string>) => {
  const columns = Object.entries<string>(members).map(([name, expression]) => `${expression} AS "${name}"`);
  return `(SELECT row_to_json(o) FROM (SELECT ${columns.join(', ')}) o)`;
};

/**
 * Like `jsonObject`, for text expressions that need no escaping: names, IDs, times. NULL becomes null. Takes half the
 * time of `jsonObject`, which matters for statements that record thousands of events.
 */
export const jsonObjectOfPlainTexts = <Data extends object>(members: Record<keyof Data & string, string>) => {
  const texts = Object.entries<string>(members).map(
    ([name, expression]) => `'"${name}":' || coalesce('"' || ${expression} || '"', 'null')`,
  );
  return `'{' || ${texts.join(` || ',' || `)} || '}'`;
};
