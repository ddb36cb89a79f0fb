/** Time without a key press after which the search begins. */
const PAUSE_MS = 250;

/** Updates the receipt while the registry decides and the webhook is delivered. Without this script, the page loads itself again. */
const progress = document.querySelector('#progress[data-events]');

if (progress) {
  const source = new EventSource(progress.dataset.events);
  source.addEventListener('change', () => void update());
  source.addEventListener('end', () => {
    source.close();
    void update();
  });
  // The page may have changed before the browser connects again.
  source.addEventListener('error', () => void update());
}

/** Replaces the progress with that of the current page, and keeps an open drawer open. */
async function update() {
  const page = await load(location.href).catch(() => undefined);
  const current = page?.querySelector('#progress');
  if (!current) return;
  const isOpen = progress.querySelector('details')?.open;
  progress.replaceChildren(...current.childNodes);
  const drawer = progress.querySelector('details');
  if (drawer && isOpen) drawer.open = true;
}

/** Searches while one types: shows the results of the same page that the form would load. */
const field = document.querySelector('#q');

if (field && document.querySelector('#results')) {
  let timer;
  let search = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    search.abort();
  };
  field.form.addEventListener('submit', stop);
  field.addEventListener('input', () => {
    stop();
    search = new AbortController();
    timer = setTimeout(() => void showResults(field.value.trim(), search.signal).catch(() => {}), PAUSE_MS);
  });
}

async function showResults(query, signal) {
  const path = query === '' ? '/' : `/?q=${encodeURIComponent(query)}`;
  const page = await load(path, signal);
  // The results stay if the page is another one, for example because there were too many requests.
  if (!page?.querySelector('#results')) return;
  for (const selector of ['.finder h1', '#search-error', '#search-status', '#results'])
    document.querySelector(selector).replaceChildren(...page.querySelector(selector).childNodes);
  document.querySelector('.finder').className = page.querySelector('.finder').className;
  for (const name of ['aria-invalid', 'aria-describedby']) {
    const value = page.querySelector('#q').getAttribute(name);
    if (value === null) field.removeAttribute(name);
    else field.setAttribute(name, value);
  }
  document.title = page.title;
  history.replaceState(null, '', path);
}

async function load(path, signal) {
  const response = await fetch(path, { headers: { Accept: 'text/html' }, signal });
  return response.status < 500 ? new DOMParser().parseFromString(await response.text(), 'text/html') : undefined;
}

/** The total of the basket follows the years. */
const years = document.querySelector('#years');
const total = document.querySelector('#total');
if (years && total) years.addEventListener('change', () => (total.value = years.selectedOptions[0].dataset.total));

/** A form cannot be sent twice. Its button works again when the browser shows the page from its cache. */
for (const form of document.querySelectorAll('form[method="post"]')) {
  const button = form.querySelector('button');
  form.addEventListener('submit', () => setTimeout(() => (button.disabled = true)));
  window.addEventListener('pageshow', () => (button.disabled = false));
}
