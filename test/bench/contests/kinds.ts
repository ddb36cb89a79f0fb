import { Ledger } from '../database/ledger.js';
import { drive, type Pace } from '../load/drive.js';
import { checkouts, orders, searches } from '../load/loads.js';
import type { Registry } from '../servers/registry.js';
import type { Sample } from './contest.js';

/** One turn of a kind of request. */
export type Turn = (server: Registry) => Promise<Sample>;

export const search =
  (pace: Pace): Turn =>
  server =>
    drive(server, searches(server), pace);

export const order =
  (pace: Pace): Turn =>
  server =>
    drive(server, orders(server), pace);

/** Ends when everything is delivered, which the figures do not include. */
export const pay =
  (pace: Pace): Turn =>
  async server => {
    const ledger = await Ledger.open(server);
    await server.orders.insertFor(pace.warmUp + pace.seconds, pace.heat.responses);
    const sample = await drive(server, checkouts(server), pace);
    await ledger.close(sample);
    return sample;
  };

export const KINDS: Record<string, (pace: Pace) => Turn> = { search, order, checkout: pay };
