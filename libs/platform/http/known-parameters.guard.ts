import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { ValidationFailed } from './errors/validation-failed.js';
import { fieldsOf, type Model } from './fields/compiled-fields.js';

const MAX_REPORTED = 10;
const MAX_NAME_LENGTH = 100;

/** Refuses query parameters that a route does not declare with `@ValidQuery`: a typo in a filter would be ignored. */
export class KnownParameters implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const sent = Object.keys(query as object);
    if (sent.length === 0) return true;
    const known = parametersOf(context);
    const unknown = sent.filter(name => !known.includes(name));
    if (unknown.length > 0)
      throw new ValidationFailed(unknown.slice(0, MAX_REPORTED).map(name => problem(name, known)));
    return true;
  }
}

const problem = (name: string, known: string[]) => ({
  field: name.slice(0, MAX_NAME_LENGTH) || '""',
  message:
    known.length === 0
      ? 'is unknown; this request has no query parameters'
      : `is unknown; known parameters are ${known.join(', ')}`,
});

/** The names of the query parameters of a route. */
function parametersOf(context: ExecutionContext): string[] {
  const [controller, { name }] = [context.getClass(), context.getHandler()];
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<string, unknown>;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ?? []) as Model[];
  return Object.keys(parameters).flatMap(key => {
    const [kind, index] = key.split(':').map(Number);
    return kind === RouteParamtypes.QUERY ? fieldsOf(types[index!]!).map(field => field.name) : [];
  });
}
