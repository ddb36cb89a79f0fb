import type { Transport } from '../transport.js';
import { ClockControl } from './clock.js';
import { ExplorationControl } from './explorations.js';
import { FaultControl } from './faults.js';
import { JournalControl } from './journal.js';
import { ReceiverControl } from './receivers.js';
import { RegistryControl } from './registry.js';
import { WorldControl } from './world.js';
import { WorldsControl } from './worlds.js';

/** Test control of the sandbox. It requires the permission `sandbox.control`. */
export class Control {
  /** Throw-away tenants. */
  readonly worlds: WorldsControl;
  /** Snapshots and reset of the tenant. */
  readonly world: WorldControl;
  /** The clock of the tenant. */
  readonly clock: ClockControl;
  /** Rules that make requests fail. */
  readonly faults: FaultControl;
  /** What the tenant has sent and received. */
  readonly journal: JournalControl;
  /** Reports of `nameyard explore`. */
  readonly explorations: ExplorationControl;
  /** Webhook receivers. */
  readonly receivers: ReceiverControl;

  /** Settings and decisions of the registry. */
  readonly registry: RegistryControl;

  constructor(transport: Transport) {
    this.worlds = new WorldsControl(transport);
    this.world = new WorldControl(transport);
    this.clock = new ClockControl(transport);
    this.faults = new FaultControl(transport);
    this.journal = new JournalControl(transport);
    this.explorations = new ExplorationControl(transport);
    this.receivers = new ReceiverControl(transport);
    this.registry = new RegistryControl(transport);
  }
}
