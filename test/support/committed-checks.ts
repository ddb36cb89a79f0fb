import { readFileSync } from 'node:fs';
import { goldenPath } from './golden.js';
import { OpenApiCheck } from './openapi-check.js';
import { sharedByWorker } from './shared.js';

/**
 * Checks by the committed documents, which `architecture/documents.spec.ts` compares with those of the service. Building
 * a document would take longer than the rest of the startup, so each is read when its first response is checked.
 */
export const committedChecks = {
  get api(): OpenApiCheck {
    return checkBy('openapi.json');
  },
  get portal(): OpenApiCheck {
    return checkBy('portal-openapi.json');
  },
};

const checkBy = (golden: string) =>
  sharedByWorker(golden, () => new OpenApiCheck(JSON.parse(readFileSync(goldenPath(golden), 'utf8'))));
