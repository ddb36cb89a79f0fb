import { rmSync } from 'node:fs';
import { stopShared } from './service-environment.mjs';

export default async function stop() {
  const { postgres, folder } = globalThis.nameyardTests;
  await stopShared();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
