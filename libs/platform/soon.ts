/** What is there at once, as a rule, and now and then has to be waited for. */
export type Soon<T> = T | Promise<T>;

/** Goes on with the value: at once when it is there, for a promise that is waited for costs every request. */
export function upon<T, Out>(value: Soon<T>, goOn: (value: T) => Soon<Out>): Soon<Out> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
