export { askProcesses, type RunningProcesses, type SilentProcess } from './ask-processes.js';
export { DescribeProcess } from './describe-process.js';
export { HAZARDS } from './dangerous-settings.js';
export type { ProcessReport } from './process-report.js';
