import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { Property } from './property.js';

export class Source {
  /** Name of the sandbox that answered. @example nameyard-sandbox */
  source: string;
}

export class WithSource {
  /** Origin of the result. */
  meta: Source;
}

export class EnvelopeMeta extends Source {
  /** Environment that answered. */
  @Property({ enum: ['sandbox'] }) environment: 'sandbox';
}

export class LiveEnvelopeMeta extends Source {
  /** Environment that answered. */
  @Property({ enum: ['live'] }) environment: 'live';
}

/**
 * Sets and documents the successful response: its status, and `model` as the data of the envelope. The compiler checks that
 * the handler returns all properties of the model. Tests check that it returns no others.
 */
export function ApiAnswer<Model extends object>(
  status: number,
  model: Type<Model>,
  description: string,
  meta: Type = EnvelopeMeta,
) {
  const schema = {
    type: 'object',
    required: ['success', 'data', 'error', 'meta'],
    properties: {
      success: { type: 'boolean', enum: [true] },
      data: { $ref: getSchemaPath(model) },
      error: { type: 'null' },
      meta: { $ref: getSchemaPath(meta) },
    },
  };
  const decorate = applyDecorators(
    HttpCode(status),
    ApiExtraModels(model, meta),
    ApiResponse({ status, description, content: { 'application/json': { schema: schema as never } } }),
  );
  return <Handler extends (...args: never[]) => Model | Promise<Model>>(
    controller: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Handler>,
  ) => decorate(controller, name, descriptor);
}
