import { run } from './program.js';

void run(process.argv.slice(2));
