import {
  EnumField,
  NextCursor,
  NullableDateTime,
  NullableText,
  OpaquePageCursor,
  PageLimit,
  Property,
  TextField,
} from '#platform/contract';
import { MAX_REASON_LENGTH } from './model/kill-switch.js';

const STATES = ['on', 'off'] as const;

/** The kill switch, for the command line. */
export class SwitchView {
  /** Whether the live registrar API is switched on. */
  @Property({ enum: STATES }) state: 'on' | 'off';

  @NullableText('Reason for the change; null if the switch was never changed.', 'maintenance at the registrar')
  reason: string | null;

  @NullableText('Who made the change; null if the switch was never changed.', 'ada@example.com')
  changed_by: string | null;

  @NullableDateTime('Time of the change; null if the switch was never changed.') changed_at: string | null;
}

/** The kill switch, for the portal. */
export class RegistrarView extends SwitchView {
  /** Whether a registrar is connected. */
  connected: boolean;
}

export class SwitchHistory {
  /** Changes, newest first. */
  entries: SwitchView[];

  @NextCursor('turn_b0J7xq5sZr1cD3kWmY8uTgVnPaLhE2oR') next: string | null;
}

/** Prefix of the opaque cursors of the history. */
export const HISTORY_PREFIX = 'turn';

export class SwitchHistoryQuery {
  @OpaquePageCursor('turn_b0J7xq5sZr1cD3kWmY8uTgVnPaLhE2oR') before?: string;

  @PageLimit('changes') limit: number;
}

export class SwitchChange {
  /** New state. */
  @EnumField({ of: STATES }) state: 'on' | 'off';

  /** Reason for the change, kept in the history. @example "maintenance at the registrar" */
  @TextField({ max: MAX_REASON_LENGTH }) reason: string;

  /** The new state in capitals, as confirmation. */
  @EnumField({ of: ['ON', 'OFF'] }) confirm: 'ON' | 'OFF';
}
