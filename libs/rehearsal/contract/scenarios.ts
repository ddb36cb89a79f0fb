/** How a request ends that gets no complete response. */
export type Ending = 'reset' | 'timeout' | 'truncated';

/** What a response must be like. Members that are missing can be anything. */
export interface Expectation {
  status?: number;
  /** Replaces all other members but `events`. */
  outcome?: Ending;
  /** Code of the error. */
  code?: string;
  /** By name in lower case. */
  headers?: Record<string, string>;
  /** Members that `data` of the response must have, with their values. */
  data?: Record<string, unknown>;
  /** Types of the events that the request announces, in order. */
  events?: string[];
}

/** A request to the API. All texts can contain placeholders. */
export interface ScenarioCall {
  method: string;
  /** With the query string. */
  path: string;
  /** Besides those of every request: key, tenant and media type. Null: this one of them is not sent. */
  headers?: Record<string, string | null>;
  /** A text is sent unchanged, any other value as JSON. */
  body?: unknown;
  /** Of a call before the request. Without it, the call must succeed. */
  expect?: Expectation;
}

/** An outcome that integrators can rehearse, and the calls that lead to it. */
export interface Scenario {
  id: string;
  title: string;
  /** The operation that the request calls. */
  operation: string;
  /** Calls before the request, in order. */
  given: ScenarioCall[];
  request: ScenarioCall;
  expect: Expectation;
}

/** The result of a scenario. */
export interface PlayedScenario {
  id: string;
  passed: boolean;
  expected: Expectation;
  /** With `given` if a call before the request already went wrong: its index. Both outcomes are then those of this call. */
  actual: Expectation & { given?: number };
  /** One sentence for each difference; empty if the scenario passed. */
  differences: string[];
}
