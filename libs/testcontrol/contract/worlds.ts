import {
  DateTime,
  DurationField,
  EnumField,
  Integer,
  IntegerField,
  ObjectField,
  Property,
  Source,
  TextField,
} from '#platform/contract';
import { SetClockRequest } from './clock.js';

export class NewWorldRequest {
  /** Name for people (default: the slug). @example "renewal test" */
  @TextField({ max: 100, optional: true }) name?: string;

  /** Lifetime of the world, `PT1M` to `PT24H` (default `PT1H`). @example PT1H */
  @DurationField({ optional: true }) ttl?: string;

  /** What the world contains at first: nothing (default), or a copy of the state of the tenant. @example empty */
  @EnumField({ of: ['empty', 'copy'], optional: true }) from?: 'empty' | 'copy';

  /** Clock of the world, as in `PUT …/clock`. */
  @ObjectField(SetClockRequest, { optional: true }) clock?: SetClockRequest;

  /** Requests per minute of the world's key, at most those of the key that creates it (default). @example 600 */
  @IntegerField({ min: 1, max: 1_000_000, optional: true }) limit?: number;
}

class WorldFields {
  /** Slug of the world, for `X-Tenant`. @example w-k3x9m2p7q4r8t1v6 */
  tenant: string;

  /** Name for people. @example "renewal test" */
  name: string;

  /** Real time of the creation. */
  @DateTime() created_at: string;

  /** Real time at which the world ends. */
  @DateTime() expires_at: string;
}

export class NewWorldView extends WorldFields {
  /** API key of the world. Shown only once. @example ny_sandbox_0000000000000000000000000000000000000 */
  key: string;

  /** Permissions of the key. @example ["sandbox.search"] */
  permissions: string[];

  /** Requests per minute of the key. @example 600 */
  @Integer() limit: number;

  /** Origin of the result. */
  meta: Source;
}

export class WorldView extends WorldFields {
  /** Number of orders. @example 2 */
  @Property({ type: 'integer', minimum: 0 }) orders: number;

  /** Number of registrations. @example 1 */
  @Property({ type: 'integer', minimum: 0 }) registrations: number;
}

export class WorldList {
  /** Live worlds of the tenant, oldest first. */
  worlds: WorldView[];
}

export class WorldRemoved {
  /** Slug of the world. @example w-k3x9m2p7q4r8t1v6 */
  tenant: string;

  /** Always true. */
  @Property({ type: Boolean, enum: [true] }) removed: true;
}
