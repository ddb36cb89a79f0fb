import { rmSync } from 'node:fs';

export default async function stop() {
  const { postgres, dataDir } = globalThis.nameyardTests;
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
