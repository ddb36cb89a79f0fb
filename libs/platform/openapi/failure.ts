import { ApiProperty } from '@nestjs/swagger';

class BrokenFieldView {
  @ApiProperty({ description: 'Dotted path of the field.', example: 'owner.email' })
  field: string;

  @ApiProperty({ description: 'What the field must be.', example: 'must be an email address' })
  message: string;
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
    type: [BrokenFieldView],
    required: false,
    description: 'All invalid fields. Only present on validation errors.',
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
