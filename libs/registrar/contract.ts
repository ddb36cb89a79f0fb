import { ApiProperty } from '@nestjs/swagger';
import { Choice, QueryOpaqueId, QueryWhole, Text } from '#platform/contract';

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
  @ApiProperty({ type: [SwitchView], description: 'Newest first.' })
  entries: SwitchView[];

  @ApiProperty({ type: String, nullable: true, description: '`before` of the next page; null on the last page.' })
  next: string | null;
}

/** Prefix of the opaque cursors of the history. */
export const HISTORY_PREFIX = 'turn';

export class SwitchHistoryQuery {
  @QueryOpaqueId({ description: '`next` from the previous page.' })
  before?: string;

  @QueryWhole({ min: 1, max: 200, usual: 50, description: 'Maximum number of entries (1–200, default 50).' })
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
