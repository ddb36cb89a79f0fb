import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

export const ALL_RULES: RunOptions = {};

/** The dark scheme differs from the light one in its colors. */
export const COLOR_RULES: RunOptions = { runOnly: 'color-contrast' };

/** What the layout for phones could break: hidden or removed names, roles and headings. */
export const PHONE_RULES: RunOptions = {
  runOnly: [
    'aria-hidden-focus',
    'aria-required-children',
    'aria-required-parent',
    'button-name',
    'heading-order',
    'label',
    'link-name',
    'page-has-heading-one',
    'region',
    'scrollable-region-focusable',
  ],
};

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Findings of axe on the page as it is now. */
export async function violationsOf(page: Page, options: RunOptions = {}): Promise<Violation[]> {
  // Elements can be visible before the stylesheets are loaded.
  await page.waitForLoadState();
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  // By default, axe also describes elements that passed, which takes longer than checking them.
  const run: RunOptions = { resultTypes: ['violations'], ...options };
  return page.evaluate(`axe.run(document, ${JSON.stringify(run)}).then(({ violations }) => violations)`);
}
