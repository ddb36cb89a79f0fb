import type { OpenOrder } from '../database/open-orders.js';
import type { Caller } from '../database/tenants.js';
import type { Name } from './names.js';

/** Generates requests of one kind. */
export interface Load {
  path: string;
  next(): LoadRequest;
}

export interface LoadRequest {
  body: string;
  headers?: Record<string, string>;
  /** The required caller, if any. */
  caller?: Caller;
  check: ResponseCheck;
}

/** Returns what is wrong with a response; undefined if it is correct. */
export type ResponseCheck = (response: LoadResponse) => string | undefined;

export interface LoadResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Checks for the responses of a server. */
export interface Expectations {
  search(name: Name): ResponseCheck;
  order(domain: string): ResponseCheck;
  checkout(order: OpenOrder): ResponseCheck;
}
