/** Adds to the pages what needs a script: copy buttons and the search. */
import './site.css';
import { addSearch } from './search.js';

for (const block of document.querySelectorAll('pre')) {
  if (!navigator.clipboard) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy the code');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.innerText.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2_000);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}

addSearch(document.querySelector('#site-search'));
