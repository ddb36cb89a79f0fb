import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { ErrorSpec, ErrorType } from '../errors/refusal.js';

/** Prefix of temporary OpenAPI extensions, one per error code, which the document groups by status. */
export const REFUSAL_PREFIX = 'x-refusal-';

/** Documents the errors of a route. The OpenAPI document has one response per status, with all codes of that status. */
export const Refuses = (...errors: ErrorType[]) =>
  applyDecorators(
    ...errors.map(({ spec }) => ApiExtension(REFUSAL_PREFIX + spec.code, spec)),
    (_target: object, _name?: string | symbol, { value: handler }: PropertyDescriptor = {}) =>
      Reflect.defineMetadata(REFUSALS, [...refusalsOf(handler), ...errors.map(({ spec }) => spec)], handler),
  );

const REFUSALS = 'nameyard:refusals';

/** The errors that `@Refuses` documents on a route handler. */
export const refusalsOf = (handler: object): ErrorSpec[] =>
  (Reflect.getMetadata(REFUSALS, handler) as ErrorSpec[] | undefined) ?? [];
