import { SUBSCRIBABLE, WebhookTest } from '#webhooks';
import { exampleOf } from './webhooks.js';

/** A section for each kind of event, in Markdown. */
export const eventSections = (): string =>
  [...SUBSCRIBABLE, WebhookTest]
    .map(kind => {
      const example = JSON.stringify(exampleOf(kind), null, 2);
      return `### \`${kind.type}\`\n\n${kind.definition.description}\n\n~~~json\n${example}\n~~~`;
    })
    .join('\n\n');
