/** Switches between the languages of code blocks. The choice applies to all blocks of all pages, and is remembered. */

const KEY = 'nameyard.docs-language';

/** @param {() => void} onChange called when other blocks are visible */
export function addSwitches(onChange) {
  const groups = [...document.querySelectorAll('.languages')].map(group => {
    const blocks = [...group.querySelectorAll('pre')];
    const row = document.createElement('div');
    row.className = 'switch';
    row.setAttribute('role', 'group');
    row.setAttribute('aria-label', 'Language');
    const buttons = blocks.map(({ dataset: { language } }) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = language;
      button.addEventListener('click', () => {
        const top = button.getBoundingClientRect().top;
        show(language);
        onChange();
        // Blocks above the button may have other heights now.
        scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
        remember(language);
      });
      return button;
    });
    row.append(...buttons);
    group.prepend(row);
    return { blocks, buttons };
  });

  function show(language) {
    for (const { blocks, buttons } of groups) {
      const at = Math.max(
        0,
        blocks.findIndex(block => block.dataset.language === language),
      );
      blocks.forEach((block, index) => (block.hidden = index !== at));
      buttons.forEach((button, index) => button.setAttribute('aria-pressed', String(index === at)));
    }
  }

  show(remembered());
}

/** Reading throws if the browser blocks storage. */
function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // The choice applies to this page only.
  }
}
