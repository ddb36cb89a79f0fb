import type { Tool } from '../tool.js';
import { addFault, advanceClock, decide } from './control.js';
import { explore } from './explore.js';
import { listDeliveries, listRequests } from './journal.js';
import { checkOut, orderDomain, renewDomain, searchDomain } from './purchase.js';
import { updateRegistration } from './registrations.js';
import { explainError, listScenarios, runScenario } from './scenarios.js';
import { createWorld } from './worlds.js';

/** At most fifteen tools, because models choose worse among many. */
export const TOOLS: Tool[] = [
  createWorld,
  searchDomain,
  orderDomain,
  checkOut,
  renewDomain,
  updateRegistration,
  addFault,
  advanceClock,
  decide,
  listRequests,
  listDeliveries,
  listScenarios,
  runScenario,
  explore,
  explainError,
];
