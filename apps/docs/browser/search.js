import MiniSearch from 'minisearch';

const MAX_RESULTS = 20;

const OPTIONS = {
  fields: ['title', 'page', 'text'],
  storeFields: ['page', 'title', 'text'],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: term => (term.length > 4 ? 0.2 : false) },
};

/** Loads the sections of all pages once, when the search is used. */
let loading;
const load = () =>
  (loading ??= (async () => {
    try {
      const response = await fetch('/docs/search.json');
      if (!response.ok) throw new Error(`Status ${response.status}`);
      const index = new MiniSearch(OPTIONS);
      index.addAll(await response.json());
      return index;
    } catch (error) {
      loading = undefined; // The next input tries again.
      throw error;
    }
  })());

/** Adds the button of the search and its dialog. `/` and Ctrl K open it. */
export function addSearch(place) {
  place.innerHTML = `<button type="button" class="search-open">Search <kbd>/</kbd></button>
    <dialog class="search" aria-label="Search the documentation">
      <input type="text" role="combobox" aria-expanded="false" aria-controls="site-results" aria-autocomplete="list"
        aria-label="Search" placeholder="Search the documentation" autocomplete="off" spellcheck="false">
      <div id="site-results" role="listbox" aria-label="Results"></div>
      <p class="search-status" role="status">Type a word, an error code or a path.</p>
    </dialog>`;
  const dialog = place.querySelector('dialog');
  const search = new Search(dialog);
  place.querySelector('button').addEventListener('click', () => search.open());
  document.addEventListener('keydown', event => {
    const isShortcut =
      event.key === '/' ? !isTyping(event.target) : event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut || event.altKey) return;
    event.preventDefault();
    search.open();
  });
}

const isTyping = ({ isContentEditable, tagName }) => isContentEditable || /^(input|textarea|select)$/i.test(tagName);

class Search {
  constructor(dialog) {
    this.dialog = dialog;
    this.input = dialog.querySelector('input');
    this.list = dialog.querySelector('[role=listbox]');
    this.status = dialog.querySelector('[role=status]');
    this.input.addEventListener('input', () => this.update());
    this.input.addEventListener('keydown', event => this.onKey(event));
    this.list.addEventListener('click', event => event.target.closest('a') && dialog.close());
    // A click outside of the dialog is one on its backdrop.
    dialog.addEventListener('click', event => event.target === dialog && dialog.close());
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
    this.input.select();
    load().catch(() => {}); // Reported when something is typed.
  }

  async update() {
    const text = this.input.value.trim();
    try {
      const index = await load();
      if (text === this.input.value.trim()) this.show(text, find(index, text));
    } catch {
      this.show(text, []);
      this.status.textContent = 'The search could not be loaded. Type again to retry.';
    }
  }

  show(text, found) {
    this.list.replaceChildren(...found.map((result, number) => optionOf(result, number)));
    this.input.setAttribute('aria-expanded', String(found.length > 0));
    this.select(0);
    if (text === '') this.status.textContent = 'Type a word, an error code or a path.';
    else this.status.textContent = found.length > 0 ? `${found.length} results` : `No results for “${text}”`;
    if (found.length === 1) this.status.textContent = '1 result';
  }

  select(number) {
    const options = [...this.list.children];
    this.selected = options.at(number % options.length);
    for (const option of options) option.setAttribute('aria-selected', String(option === this.selected));
    if (this.selected) this.input.setAttribute('aria-activedescendant', this.selected.id);
    else this.input.removeAttribute('aria-activedescendant');
    this.selected?.scrollIntoView({ block: 'nearest' });
  }

  onKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.selected) {
      event.preventDefault();
      this.select([...this.list.children].indexOf(this.selected) + step);
    } else if (event.key === 'Enter' && this.selected) {
      event.preventDefault();
      this.selected.click();
    }
  }
}

/** Sections that contain all words; without such a section, those that contain any of the words. */
function find(index, text) {
  const all = index.search(text, { combineWith: 'AND' });
  return (all.length > 0 ? all : index.search(text)).slice(0, MAX_RESULTS);
}

function optionOf({ id, page, title, text, terms }, number) {
  const option = document.createElement('a');
  Object.assign(option, { href: id, id: `site-result-${number}`, role: 'option', tabIndex: -1 });
  const heading = document.createElement('b');
  heading.textContent = title ? `${page} › ${title}` : page;
  const excerpt = document.createElement('span');
  excerpt.append(...excerptOf(text, terms));
  option.append(heading, excerpt);
  return option;
}

/** The text around the first found word, with all found words marked. */
function excerptOf(text, terms) {
  const words = new RegExp(`(${terms.map(term => term.replace(/\W/g, '\\$&')).join('|')})`, 'i');
  const start = Math.max(0, text.search(words) - 40);
  const excerpt = (start > 0 ? '…' : '') + text.slice(start, start + 160);
  return excerpt.split(words).map((part, number) => {
    if (number % 2 === 0) return part;
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}
