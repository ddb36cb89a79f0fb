/** Saves a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // Not revoked at once, because browsers read the URL after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
