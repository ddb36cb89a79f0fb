import { readFileSync } from 'node:fs';
import { goldenPath } from './golden.js';
import { OpenApiCheck } from './openapi-check.js';

/**
 * Checks by the committed documents, which `architecture/documents.spec.ts` compares with those of the service. Building
 * a document would take longer than the rest of the startup, so each is read when its first response is checked.
 */
class CommittedChecks {
  private readonly checks = new Map<string, OpenApiCheck>();

  get api(): OpenApiCheck {
    return this.checkBy('openapi.json');
  }

  get portal(): OpenApiCheck {
    return this.checkBy('portal-openapi.json');
  }

  private checkBy(golden: string): OpenApiCheck {
    const check = this.checks.get(golden) ?? new OpenApiCheck(JSON.parse(readFileSync(goldenPath(golden), 'utf8')));
    this.checks.set(golden, check);
    return check;
  }
}

export const committedChecks = new CommittedChecks();
