/** A value in local storage. If the browser blocks the storage, nothing is stored, and `get` returns `ifBlocked`. */
export const stored = (name: string) => ({
  get(ifBlocked: string | null = null): string | null {
    try {
      return localStorage.getItem(`nameyard.${name}`);
    } catch {
      return ifBlocked;
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
