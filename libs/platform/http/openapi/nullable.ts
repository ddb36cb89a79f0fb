import { ApiProperty } from '@nestjs/swagger';

/** Properties of responses that can be null. */
export const NullableText = (description: string, example?: string | null) =>
  ApiProperty({ type: String, nullable: true, description, example });

export const NullableDateTime = (description: string, example?: string | null) =>
  ApiProperty({ type: String, format: 'date-time', nullable: true, description, example });

export const NullableNumber = (description: string, example?: number | null) =>
  ApiProperty({ type: Number, nullable: true, description, example });

export const NullableInteger = (description: string, example?: number | null) =>
  ApiProperty({ type: 'integer', nullable: true, description, example });
