import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { Refuses } from '../openapi/refuses.js';
import { headerOf } from './rows.js';
import { TooManyExports } from './errors.js';
import { LIMIT_HEADER } from './exports.js';

/** Documents a route that sends rows as a file. `model` describes a row in JSON; `columns` are the columns in CSV. */
export const ApiExport = (model: Type, columns: readonly string[]) =>
  applyDecorators(
    HttpCode(200),
    ApiExtraModels(model),
    ApiResponse({
      status: 200,
      description:
        'The file. If the connection ends before the response is complete, rows are missing: start the export again. CSV text that begins with `=`, `+`, `-` or `@` gets a leading apostrophe, so that spreadsheets do not run it.',
      headers: Object.fromEntries(
        ['Content-Disposition', LIMIT_HEADER].map(name => [name, { $ref: `#/components/headers/${name}` } as never]),
      ),
      content: {
        'text/csv': { schema: { type: 'string' }, example: headerOf(columns) },
        'application/json': { schema: { type: 'array', items: { $ref: getSchemaPath(model) } } },
      },
    }),
    Refuses(TooManyExports),
  );
