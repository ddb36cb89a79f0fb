import { ApiProperty } from '@nestjs/swagger';
import { DateTimeField, EnumField, NullableDateTime, Source } from '#platform/contract';
import { DurationField } from './duration-field.js';

const MODES = ['real', 'frozen', 'running'];

export class SetClockRequest {
  @EnumField({
    of: MODES,
    description: 'How the clock relates to real time. A `running` clock is ahead of it by `offset_seconds`.',
    example: 'frozen',
  })
  mode: 'real' | 'frozen' | 'running';

  @DateTimeField({
    optional: true,
    description: 'Time to set a frozen or running clock to (default: its present time). It cannot be set back.',
    example: '2027-01-01T00:00:00Z',
  })
  now?: string;
}

export class AdvanceRequest {
  @DurationField({
    optional: true,
    description: 'Duration to move the clock by (ISO 8601, by the calendar in UTC). Send either `by` or `to`.',
    example: 'P1Y2M10DT2H30M',
  })
  by?: string;

  @DateTimeField({
    optional: true,
    description: 'Time to move the clock to, at most 20 years ahead of real time.',
    example: '2031-01-01T00:00:00Z',
  })
  to?: string;
}

class ClockFields {
  @ApiProperty({ enum: MODES, description: 'How the clock relates to real time.', example: 'frozen' })
  mode: 'real' | 'frozen' | 'running';

  @ApiProperty({ format: 'date-time', description: 'Present time of the tenant.' })
  now: string;

  @ApiProperty({ description: 'Seconds that `now` is ahead of real time.', example: 31_536_000 })
  offset_seconds: number;
}

export class ClockView extends ClockFields {
  @ApiProperty({ type: Source, description: 'Origin of the result.' })
  meta: Source;
}

/** The clock in the portal. */
export class ClockProgress extends ClockFields {
  @NullableDateTime('Time that a change in progress moves the clock to; null if there is none.', null)
  moving_to: string | null;
}

export class HappenedView {
  @ApiProperty({ format: 'date-time', description: 'Time at which the event was due.' })
  at: string;

  @ApiProperty({ description: 'Type of the event.', example: 'domain.expired' })
  type: string;

  @ApiProperty({ description: 'Domain of the event.', example: 'example.com' })
  domain: string;

  @ApiProperty({ description: 'ID of the event.', example: 'evt_019aa3b0c1d27f3e8a4b5c6d7e8f9012' })
  event_id: string;
}

export class ClockChanged extends ClockView {
  @ApiProperty({ type: [HappenedView], description: 'The first 1,000 events that became due, in order of time.' })
  happened: HappenedView[];

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of further events that became due.', example: 0 })
  more: number;
}
