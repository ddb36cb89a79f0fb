import { ApiProperty } from '@nestjs/swagger';
import { EnumField, IntegerField, ObjectField, Source, TextField } from '#platform/contract';
import { SetClockRequest } from './clock.js';
import { DurationField } from './duration-field.js';

export class NewWorldRequest {
  @TextField({ max: 100, optional: true, description: 'Name for people (default: the slug).', example: 'renewal test' })
  name?: string;

  @DurationField({
    optional: true,
    description: 'Lifetime of the world, `PT1M` to `PT24H` (default `PT1H`).',
    example: 'PT1H',
  })
  ttl?: string;

  @EnumField({
    of: ['empty', 'copy'],
    optional: true,
    description: 'What the world contains at first: nothing (default), or a copy of the state of the tenant.',
    example: 'empty',
  })
  from?: 'empty' | 'copy';

  @ObjectField(SetClockRequest, { optional: true, description: 'Clock of the world, as in `PUT …/clock`.' })
  clock?: SetClockRequest;

  @IntegerField({
    min: 1,
    max: 1_000_000,
    optional: true,
    description: "Requests per minute of the world's key, at most those of the key that creates it (default).",
    example: 600,
  })
  limit?: number;
}

class WorldFields {
  @ApiProperty({ description: 'Slug of the world, for `X-Tenant`.', example: 'w-k3x9m2p7q4r8t1v6' })
  tenant: string;

  @ApiProperty({ description: 'Name for people.', example: 'renewal test' })
  name: string;

  @ApiProperty({ format: 'date-time', description: 'Real time of the creation.' })
  created_at: string;

  @ApiProperty({ format: 'date-time', description: 'Real time at which the world ends.' })
  expires_at: string;
}

export class NewWorldView extends WorldFields {
  @ApiProperty({
    description: 'API key of the world. Shown only once.',
    example: 'ny_sandbox_0000000000000000000000000000000000000',
  })
  key: string;

  @ApiProperty({ type: [String], description: 'Permissions of the key.', example: ['sandbox.search'] })
  permissions: string[];

  @ApiProperty({ type: 'integer', description: 'Requests per minute of the key.', example: 600 })
  limit: number;

  @ApiProperty({ type: Source, description: 'Origin of the result.' })
  meta: Source;
}

export class WorldView extends WorldFields {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of orders.', example: 2 })
  orders: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of registrations.', example: 1 })
  registrations: number;
}

export class WorldList {
  @ApiProperty({ type: [WorldView], description: 'Live worlds of the tenant, oldest first.' })
  worlds: WorldView[];
}

export class WorldRemoved {
  @ApiProperty({ description: 'Slug of the world.', example: 'w-k3x9m2p7q4r8t1v6' })
  tenant: string;

  @ApiProperty({ type: Boolean, enum: [true], description: 'Always true.' })
  removed: true;
}
