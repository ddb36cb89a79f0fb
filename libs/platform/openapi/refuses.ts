import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { ErrorType } from '../errors/refusal.js';

/** Errors are extensions of an operation, one per code, until the document groups them by status. */
export const REFUSAL_PREFIX = 'x-refusal-';

/** Documents the errors of a route. The OpenAPI document has one response per status, with all codes of that status. */
export const Refuses = (...errors: ErrorType[]) =>
  applyDecorators(...errors.map(({ spec }) => ApiExtension(REFUSAL_PREFIX + spec.code, spec)));
