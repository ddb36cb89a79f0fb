/** Adds copy buttons, switches between languages, tab stops and the search to the pages. */
import './site.css';
import { addSwitches } from './languages.js';
import { addSearch } from './search.js';

/** Announces the result of copying to screen readers. */
const status = document.createElement('p');
status.className = 'visually-hidden';
status.setAttribute('role', 'status');
document.querySelector('main').append(status);

for (const block of document.querySelectorAll('pre')) {
  if (!navigator.clipboard) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const copied = navigator.clipboard.writeText(block.innerText.trimEnd());
    button.textContent = await copied.then(
      () => 'Copied',
      () => 'Copy failed',
    );
    status.textContent = button.textContent;
    setTimeout(() => {
      button.textContent = 'Copy';
      status.textContent = '';
    }, 2_000);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}

/** Blocks that are wider than the page need a tab stop, so that the keyboard can scroll them. */
const blocks = [...document.querySelectorAll('pre, .table')];
const updateTabStops = () => {
  const widths = blocks.map(block => block.scrollWidth > block.clientWidth);
  blocks.forEach((block, number) => {
    if (widths[number]) block.setAttribute('tabindex', '0');
    else block.removeAttribute('tabindex');
  });
};
addSwitches(updateTabStops);
updateTabStops();
document.fonts.ready.then(updateTabStops);
addEventListener('resize', updateTabStops);

addSearch(document.querySelector('#site-search'));
