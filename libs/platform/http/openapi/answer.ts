import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { REQUEST_ID } from './refusals.js';

export class Source {
  @ApiProperty({ description: 'The sandbox that answered.', example: 'nameyard-sandbox' })
  source: string;
}

export class EnvelopeMeta extends Source {
  @ApiProperty({ enum: ['sandbox'] })
  environment: 'sandbox';
}

const limitHeader = (description: string) => ({ description, schema: { type: 'string' as const } });

const HEADERS = {
  ...REQUEST_ID,
  'RateLimit-Policy': limitHeader('The limit of the key: requests (q) in a window of seconds (w).'),
  RateLimit: limitHeader('What remains of it (r), and in how many seconds the window ends (t).'),
  'X-RateLimit-Limit': limitHeader('Requests a minute.'),
  'X-RateLimit-Remaining': limitHeader('Requests left in this minute.'),
  'X-RateLimit-Reset': limitHeader('When the minute ends, in Unix seconds.'),
};

/** A success in the envelope, with `model` as its data. */
export function ApiAnswer(status: number, model: Type, description: string) {
  const schema = {
    type: 'object',
    required: ['success', 'data', 'error', 'meta'],
    properties: {
      success: { type: 'boolean', enum: [true] },
      data: { $ref: getSchemaPath(model) },
      error: { type: 'null' },
      meta: { $ref: getSchemaPath(EnvelopeMeta) },
    },
  };
  return applyDecorators(
    ApiExtraModels(model, EnvelopeMeta),
    ApiResponse({
      status,
      description,
      headers: HEADERS,
      content: { 'application/json': { schema: schema as never } },
    }),
  );
}
