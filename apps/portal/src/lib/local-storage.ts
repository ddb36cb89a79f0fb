/** A value in the browser's local storage. Without access to it, nothing is stored and reading returns the fallback. */
export const stored = (name: string) => ({
  get(fallback: string | null = null): string | null {
    try {
      return localStorage.getItem(`nameyard.${name}`);
    } catch {
      return fallback;
    }
  },
  set(value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(`nameyard.${name}`);
      else localStorage.setItem(`nameyard.${name}`, value);
    } catch {
      // Storage is blocked or full.
    }
  },
});
