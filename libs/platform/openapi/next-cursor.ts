import { ApiProperty } from '@nestjs/swagger';

/** The field `next` of a page: the cursor of the next page. */
export const NextCursor = (example: string): PropertyDecorator =>
  ApiProperty({
    type: String,
    nullable: true,
    description: '`before` of the next page; null on the last page.',
    example,
  });
