/** Pause in typing after which the search begins. */
const PAUSE_MS = 400;

/** Delay before a failed request is repeated, if the response has no `Retry-After`. */
const RETRY_SECONDS = 5;

/** Updates the receipt while the registry decides and the webhook is delivered. Without scripts, the page reloads itself. */
let updating;
const progress = document.querySelector('#progress[data-events]');

if (progress) followProgress();

function followProgress() {
  const source = new EventSource(progress.dataset.events);
  source.addEventListener('change', () => void update());
  source.addEventListener('end', () => {
    source.close();
    void update();
  });
  source.addEventListener('error', () => {
    // The stream can be refused, and an earlier update can have failed. Browsers do not reconnect after an error status.
    void update();
    if (source.readyState === EventSource.CLOSED) setTimeout(followProgress, RETRY_SECONDS * 1_000);
  });
}

/** Loads the page again and replaces its progress; an open drawer stays open. Aborts an update that is still running. */
async function update() {
  updating?.abort();
  const { signal } = (updating = new AbortController());
  const page = await fetch(location.href, { headers: { Accept: 'text/html' }, signal })
    .then(async response => parse(await response.text()))
    .catch(() => undefined);
  const current = page?.querySelector('#progress');
  if (!current) return;
  await released(progress);
  if (signal.aborted) return;
  const isOpen = progress.querySelector('details')?.open;
  progress.replaceChildren(...current.childNodes);
  document.title = page.title;
  const drawer = progress.querySelector('details');
  if (drawer && isOpen) drawer.open = true;
}

/** Searches as the visitor types: loads the page of the search form, and shows its results. */
const field = document.querySelector('#q');

if (field && document.querySelector('#results')) {
  /** The text whose results are shown; undefined after an error. */
  let shown = field.defaultValue.trim();
  let timer;
  let search = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    search.abort();
  };
  const searchAfter = ms => {
    stop();
    const query = field.value.trim();
    if (query === shown) return;
    // A name that ends with a hyphen or a dot is not complete.
    if (/[-.]$/.test(query)) return document.querySelector('#search-error').replaceChildren();
    const { signal } = (search = new AbortController());
    timer = setTimeout(async () => {
      const retrySeconds = await showResults(query, signal).catch(() => RETRY_SECONDS);
      if (signal.aborted) return;
      shown = retrySeconds ? undefined : query;
      if (!retrySeconds) return;
      showSearchError(retrySeconds);
      searchAfter(retrySeconds * 1_000);
    }, ms);
  };
  field.form.addEventListener('submit', stop);
  field.addEventListener('input', () => searchAfter(PAUSE_MS));
}

/** Returns the seconds until the next attempt if the service cannot search now. */
async function showResults(query, signal) {
  const path = query === '' ? '/' : `/?q=${encodeURIComponent(query)}`;
  const response = await fetch(path, { headers: { Accept: 'text/html', 'X-Typed-Search': '1' }, signal });
  if (response.status === 429 || response.status >= 500)
    return Number(response.headers.get('Retry-After')) || RETRY_SECONDS;
  const page = parse(await response.text());
  // Opens the page if it is not the search, for example if the access code is required.
  if (!page.querySelector('#results')) return location.assign(path);
  await released(document.querySelector('#results'));
  if (signal.aborted) return;
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

function showSearchError(retrySeconds) {
  const message = document.createElement('p');
  message.className = 'error';
  message.role = 'alert';
  message.textContent = `The results could not be loaded. The next attempt is in ${retrySeconds} s.`;
  document.querySelector('#search-error').replaceChildren(message);
}

/** If a pointer presses the element, resolves after the click, which would be lost if the element were replaced. */
const released = async element =>
  element.matches(':active') &&
  new Promise(resolve => {
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setTimeout(resolve), { once: true });
  });

const parse = html => new DOMParser().parseFromString(html, 'text/html');

/** Shows the total for the selected years. */
const years = document.querySelector('#years');
const total = document.querySelector('#total');
if (years && total) {
  const showTotal = () => {
    const [term, amount] = years.selectedOptions[0].text.split(' – ');
    document.querySelector('#term').textContent = `Total for ${term}`;
    total.value = amount;
  };
  years.addEventListener('change', showTotal);
  // Browsers restore the selection of an earlier visit after the script has run.
  window.addEventListener('pageshow', showTotal);
}

/** Disables the button of a sent form. Enables it again when the browser shows the page from its cache. */
for (const form of document.querySelectorAll('form[method="post"]')) {
  const button = form.querySelector('button');
  form.addEventListener('submit', () => setTimeout(() => (button.disabled = true)));
  window.addEventListener('pageshow', () => (button.disabled = false));
}
