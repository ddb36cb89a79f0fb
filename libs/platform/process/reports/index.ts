export { askProcesses, type RunningProcesses, type SilentProcess } from './ask-processes.js';
export { ProcessReporter } from './process-reporter.js';
export { HAZARDS } from './dangerous-settings.js';
export type { ProcessReport } from './process-report.js';
