const VERSION = '1.0.0';

interface Runtime {
  navigator?: { userAgent?: string };
  process?: { versions?: { node?: string } };
}

/** `nameyard-typescript/<version> (<runtime>)`. Browsers and some edge runtimes send their own instead. */
export const USER_AGENT = `nameyard-typescript/${VERSION} (${runtime()})`;

function runtime(): string {
  const { process, navigator } = globalThis as Runtime;
  if (process?.versions?.node) return `Node.js ${process.versions.node}`;
  return navigator?.userAgent?.replace(/[^ -'*-~]/g, '') || 'unknown';
}
