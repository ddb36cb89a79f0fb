import type { OpenOrder } from '../database/open-orders.js';
import type { Caller } from '../database/tenants.js';
import type { Name } from './names.js';

/** One kind of request, over and over. */
export interface Load {
  path: string;
  next(): Question;
}

export interface Question {
  body: string;
  headers?: Record<string, string>;
  /** Who has to ask, where that matters. */
  caller?: Caller;
  complaint: Complaint;
}

/** What is wrong with an answer; nothing, if it is what was to be had. */
export type Complaint = (response: Answered) => string | undefined;

export interface Answered {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** What a server has to answer. */
export interface Expectations {
  search(name: Name): Complaint;
  order(domain: string): Complaint;
  checkout(order: OpenOrder): Complaint;
}
