/** A value in local storage. If the browser blocks the storage, nothing is stored, and `get` returns the fallback. */
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
