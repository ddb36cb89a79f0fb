import type { SpanContext } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import type { IdempotentRequest } from './idempotency/idempotent-request.js';

/** The guard that admitted a request and can check it again later. */
export interface Admission {
  /** @throws Refusal when the request would no longer be admitted */
  recheck(request: FastifyRequest): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    admission?: Admission;
    idempotent?: IdempotentRequest;
    /** Who sent the request, for the log. */
    identity?: { tenant?: string; keyId?: string; personId?: string; tokenId?: string };
    /** The response may wait for an event, so the latencies of the usage statistics leave out its duration. */
    isLongPoll?: boolean;
    /** Code of the error in the response. */
    failure?: string;
    /** What changed the response on purpose, such as a test-control fault. The request metrics leave it out. */
    faulted?: string;
    /** Kind and phase of the fault, such as `reset/after`. */
    faultKind?: string;
    /** The span of the request; undefined while tracing is off. */
    span?: SpanContext;
    /** The serialized body of the response, if bodies are logged. */
    sentBody?: string;
  }
  interface FastifyContextConfig {
    /** Whether results are wrapped in the envelope; such routes accept and return JSON only. */
    envelope?: boolean;
    /** Whether the route accepts and returns JSON only, in another format than the envelope. */
    isJson?: boolean;
    /** Maximum size of the body in bytes, where `BODY_LIMIT` does not suffice. */
    bodyLimit?: number;
    /** Maximum number of members and elements of the body, where the default does not suffice. */
    maxValues?: number;
    /** Serializes the result, where JSON.stringify is too slow. */
    write?: (data: never) => string;
  }
}
