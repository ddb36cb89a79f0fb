// Applies the stored theme before the first paint.
try {
  const theme = localStorage.getItem('nameyard.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the browser's preference applies.
}
