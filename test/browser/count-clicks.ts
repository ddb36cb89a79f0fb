import type { Page } from 'playwright-core';

/** Counts in the session storage, so that the count survives the load of another page. */
const COUNT = `{
  const count = event => event.isTrusted && (sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1);
  addEventListener('pointerdown', count, true);
  addEventListener('keydown', event => event.key === 'Enter' && count(event), true);
}`;

/**
 * Starts to count presses of the pointer and of Enter; typing, pasting and shortcuts are not counted.
 * @returns a function that reads the number of clicks since the start
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(COUNT);
  await page.evaluate(COUNT);
  const read = async () => Number(await page.evaluate('sessionStorage.clicks ?? 0'));
  const before = await read();
  return async () => (await read()) - before;
}

/** Opens the palette with its shortcut, pastes a text and chooses the first result. */
export async function pasteInPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', { name: /^Search pages/ });
  await input.fill(text);
  await page.getByRole('option', { name: text }).first().waitFor();
  await input.press('Enter');
}
