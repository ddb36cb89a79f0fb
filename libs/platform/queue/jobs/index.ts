export { type BackgroundJob, BackgroundJobs } from './background-jobs.js';
