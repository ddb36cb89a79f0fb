/** Runs a check until it no longer throws; its last complaint is thrown when it still does after so long. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 20_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= end) throw error;
      await new Promise(resolve => setTimeout(resolve, 15));
    }
  }
}
