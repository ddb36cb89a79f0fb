import { rmSync } from 'node:fs';

export default async function stop() {
  const { postgres, folder } = globalThis.nameyardTests;
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
