// Runs before anything is drawn, so that a chosen theme never flashes the other one.
try {
  const theme = localStorage.getItem('nameyard.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows its own setting.
}
