import { ApiProperty } from '@nestjs/swagger';
import { Choice, QueryText, QueryWhole, Text } from '#platform/contract';

const STATES = ['on', 'off'] as const;

/** The kill switch as the command line shows it. */
export class SwitchView {
  @ApiProperty({ enum: STATES })
  state: 'on' | 'off';

  @ApiProperty({ type: String, nullable: true, description: 'Why it was turned; null while it never was.' })
  reason: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'ada@example.com' })
  changed_by: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  changed_at: string | null;
}

/** And as the portal does. */
export class RegistrarView extends SwitchView {
  @ApiProperty({ description: 'Whether there is a registrar behind the live routes.' })
  connected: boolean;
}

export class SwitchHistory {
  @ApiProperty({ type: [SwitchView], description: 'The newest first.' })
  entries: SwitchView[];

  @ApiProperty({ type: String, nullable: true, description: 'For the next page; null when this is the last.' })
  next: string | null;
}

export class SwitchHistoryQuery {
  @QueryText({
    description: 'The "next" of the page before.',
    form: /^\d{1,18}$/,
    must: 'must be the "next" of an earlier answer',
  })
  before?: string;

  @QueryWhole({ min: 1, max: 200, usual: 50, description: 'How many at most.' })
  limit: number;
}

export class SwitchChange {
  @Choice({ of: STATES, description: 'What it is to be.' })
  state: 'on' | 'off';

  @Text({ max: 500, description: 'Why; kept in the history.', example: 'maintenance at the registrar' })
  reason: string;

  @Choice({ of: ['ON', 'OFF'], description: 'The state once more, typed in capitals.' })
  confirm: 'ON' | 'OFF';
}
