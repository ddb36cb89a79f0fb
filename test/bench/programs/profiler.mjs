/** `node --import …/profiler.mjs`: SIGUSR2 starts a CPU profile; the next one stops it and writes it to PROFILE. */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const INTERVAL_MICROS = 200;

const session = new Session();
let running = false;

process.on('SIGUSR2', async () => {
  running = !running;
  if (running) {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_MICROS });
    await session.post('Profiler.start');
  } else {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    const draft = `${process.env['PROFILE']}.draft`;
    writeFileSync(draft, JSON.stringify(profile));
    renameSync(draft, process.env['PROFILE']); // readers only see the complete file
  }
});
