/** Updates the receipt while the webhook is delivered. Without this script, a reload does the same. */
const progress = document.querySelector('#progress[data-events]');

if (progress) {
  const source = new EventSource(progress.dataset.events);
  source.addEventListener('change', () => void update());
  source.addEventListener('end', () => {
    source.close();
    void update();
  });
}

/** Replaces the progress with that of the current page, and keeps an open drawer open. */
async function update() {
  const response = await fetch(location.href, { headers: { Accept: 'text/html' } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const current = page.querySelector('#progress');
  if (!current) return;
  const isOpen = progress.querySelector('details')?.open;
  progress.replaceChildren(...current.childNodes);
  const drawer = progress.querySelector('details');
  if (drawer && isOpen) drawer.open = true;
}

/** A form cannot be sent twice. Its button works again when the browser shows the page from its cache. */
for (const form of document.querySelectorAll('form[method="post"]')) {
  const button = form.querySelector('button');
  form.addEventListener('submit', () => setTimeout(() => (button.disabled = true)));
  window.addEventListener('pageshow', () => (button.disabled = false));
}
