import type { OpenAPIObject } from '@nestjs/swagger';
import { eventSections } from '../openapi/webhooks.js';
import { apiReference } from './generated/api.js';
import { apiErrors, clientErrors, portalErrors } from './generated/errors.js';
import { facadeTables } from './generated/facades.js';
import { scenarioSections, unrehearsableErrors } from './generated/scenarios.js';
import { stateDiagram } from './generated/states.js';
import { resolveLinks, type Target } from './links.js';
import { readFile } from './read-file.js';
import type { DocsPage } from './site-map.js';

export interface Documents {
  api: () => OpenAPIObject;
  portal: () => OpenAPIObject;
}

/** Removes the design decisions at the end of a README, which are for contributors. */
const withoutDesign = (markdown: string): string => markdown.replace(/^## Design decisions$.*/ms, '');

/** The complete Markdown of a page: with generated parts, and links for the target. */
export function sourceOf({ file }: DocsPage, { api, portal }: Documents, target: Target): string {
  const generated: Record<string, () => string> = {
    api: () => apiReference(api(), readFile('apps/docs/site/generated/api-snippets.md')),
    apiErrors: () => apiErrors(api()),
    clientErrors: () => clientErrors(api()),
    portalErrors: () => portalErrors(api(), portal()),
    events: eventSections,
    registrationStates: () => stateDiagram('registration', target),
    orderStates: () => stateDiagram('order', target),
    deliveryStates: () => stateDiagram('delivery', target),
    facadeTables,
    scenarios: () => scenarioSections(target),
    unrehearsableErrors,
  };
  const filled = withoutDesign(readFile(file)).replace(/^<!-- generated: (\w+) -->$/gm, (_, name: string) =>
    generated[name]!(),
  );
  return resolveLinks(filled, file, target);
}
