import { DateTime, NullableDateTime, NullableText, Property, TextField } from '#platform/contract';
import { MAX_OWN_HOST_LENGTH } from '../model/txt-record.js';

/** A TXT record that proves control of a host name. */
export class TxtRecordView {
  /** Name of the TXT record. @example _nameyard.shop.example.com */
  name: string;

  /** Text of the TXT record. @example nameyard-verification=k3v9x0q8m2c7b5n1w6z4r8t0y2u5i7o9 */
  value: string;
}

/** A host name of a tenant. */
export class HostView {
  /** Host name, in ASCII with A-labels. @example shop.example.com */
  host: string;

  /** A verified host shows the storefront of the tenant; a lapsed host no longer does. */
  @Property({ enum: ['pending', 'verified', 'lapsed'] }) state: 'pending' | 'verified' | 'lapsed';

  @NullableText('`dns` or `operator`; null while the host is not verified.', 'dns') verified_by: string | null;

  @NullableText('Why the last check failed; null if it succeeded.', null) reason: string | null;

  /** The TXT record that verifies the host. */
  txt_record: TxtRecordView;

  /** Time when the host was added. */
  @DateTime() created_at: string;

  @NullableDateTime('Time of the last check; null if there was none.') checked_at: string | null;

  @NullableDateTime('Time when a check last found the TXT record; null if none has.') seen_at: string | null;

  @NullableDateTime('Time when the host was verified; null while it is not.') verified_at: string | null;

  @NullableDateTime('Time when the host lapsed; null if it has not lapsed.', null) lapsed_at: string | null;
}

export class HostsView {
  /** Host names, oldest first. */
  hosts: HostView[];
}

export class NewHostRequest {
  /** Host name without a scheme or a port. @example shop.example.com */
  @TextField({ max: MAX_OWN_HOST_LENGTH }) host: string;
}

export class HostRemoved {
  /** Always true. */
  @Property({ enum: [true] }) removed: true;
}
