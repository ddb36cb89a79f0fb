import type { Scenario, ScenarioCall } from '../../contract.js';
import { createWorld } from '../catalogue/control-calls.js';

/** Whether a scenario can be played with the key of a world. A world cannot have worlds. */
export const isPlayableInWorld = ({ given, request }: Scenario): boolean => ![...given, request].some(isCreateWorld);

const { method: METHOD, path: PATH } = createWorld();

const isCreateWorld = ({ method, path }: ScenarioCall): boolean => method === METHOD && path === PATH;
