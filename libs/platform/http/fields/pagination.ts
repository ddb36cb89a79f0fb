import { ApiProperty } from '@nestjs/swagger';
import { IntegerParameter, OpaqueIdParameter, TextParameter } from './query-fields.js';

/** The parameter `limit`: the size of a page. */
export const PageLimit = (things: string): PropertyDecorator =>
  IntegerParameter({ min: 1, max: 200, default: 50, description: `Maximum number of ${things} (1–200, default 50).` });

const description = '`next` from the previous page.';

/** The parameter `before`: the cursor of a page. */
export const PageCursor = (example: string) => TextParameter({ description, example });

/** The parameter `before` if cursors are made by `OpaqueIds`. */
export const OpaquePageCursor = (example: string) => OpaqueIdParameter({ description, example });

/** The field `next` of a page: the cursor of the next page. */
export const NextCursor = (example: string): PropertyDecorator =>
  ApiProperty({
    type: String,
    nullable: true,
    description: '`before` of the next page; null on the last page.',
    example,
  });
