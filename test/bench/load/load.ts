import type { OpenOrder } from '../database/open-orders.js';
import type { Caller } from '../database/tenants.js';
import type { Name } from './names.js';

/** One kind of request, repeated. */
export interface Load {
  path: string;
  next(): Question;
}

export interface Question {
  body: string;
  headers?: Record<string, string>;
  /** The required caller, if any. */
  caller?: Caller;
  complaint: Complaint;
}

/** Describes what is wrong with a response; undefined if nothing is. */
export type Complaint = (response: Answered) => string | undefined;

export interface Answered {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Checks for the responses of a server. */
export interface Expectations {
  search(name: Name): Complaint;
  order(domain: string): Complaint;
  checkout(order: OpenOrder): Complaint;
}
