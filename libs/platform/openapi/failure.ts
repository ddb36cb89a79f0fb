import { ApiProperty } from '@nestjs/swagger';
import { docsOf } from '../errors/refusal.js';

class BrokenFieldView {
  @ApiProperty({ description: 'Dotted path of the field.', example: 'owner.email' })
  field: string;

  @ApiProperty({ description: 'What the field must be.', example: 'must be an email address' })
  message: string;

  @ApiProperty({
    required: false,
    description: 'Rule that refused the value, as in `meta.rule` of a search. Only present on `DOMAIN_TAKEN`.',
    example: 'registered',
  })
  rule?: string;
}

export class ErrorView {
  @ApiProperty({ description: 'Error code, for programs.', example: 'VALIDATION_FAILED' })
  code: string;

  @ApiProperty({
    description: 'What is wrong and what to do, for people. The text may change.',
    example: 'The request is not valid.',
  })
  message: string;

  @ApiProperty({
    description: 'Whether the same request can succeed later, after the time in `Retry-After` if there is one.',
    example: false,
  })
  retryable: boolean;

  @ApiProperty({
    description: 'Path of the documentation of the error: its cause, whether to retry, and how to reproduce it.',
    pattern: '^/docs/errors#[A-Za-z_]+$',
    example: docsOf('VALIDATION_FAILED'),
  })
  docs: string;

  @ApiProperty({
    type: [BrokenFieldView],
    required: false,
    description: 'All refused fields. Only present on errors that concern fields of the request.',
  })
  details?: BrokenFieldView[];
}

/** The body of every failure. */
export class Failure {
  @ApiProperty({ type: Boolean, enum: [false], description: 'Always false on failure.' })
  success: false;

  @ApiProperty({ type: 'null', description: 'Always null on failure.' } as never)
  data: null;

  @ApiProperty({ type: ErrorView })
  error: ErrorView;
}
