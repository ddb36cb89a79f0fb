import type { Transport } from '../transport.js';
import { ClockControl } from './clock.js';
import { FaultControl } from './faults.js';
import { JournalControl } from './journal.js';
import { ReceiverControl } from './receivers.js';
import { WorldControl } from './world.js';
import { WorldsControl } from './worlds.js';

/** Test control of the sandbox. It requires the permission `sandbox.control`. */
export class Control {
  readonly worlds: WorldsControl;
  readonly world: WorldControl;
  readonly clock: ClockControl;
  readonly faults: FaultControl;
  readonly journal: JournalControl;
  readonly receivers: ReceiverControl;

  constructor(transport: Transport) {
    this.worlds = new WorldsControl(transport);
    this.world = new WorldControl(transport);
    this.clock = new ClockControl(transport);
    this.faults = new FaultControl(transport);
    this.journal = new JournalControl(transport);
    this.receivers = new ReceiverControl(transport);
  }
}
