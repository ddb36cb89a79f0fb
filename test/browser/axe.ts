import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Findings of axe on the page as it is now. */
export async function violationsOf(page: Page, options: RunOptions = {}): Promise<Violation[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  // By default, axe also describes elements that passed, which takes longer than checking them.
  const run: RunOptions = { resultTypes: ['violations'], ...options };
  return page.evaluate(`axe.run(document, ${JSON.stringify(run)}).then(({ violations }) => violations)`);
}
