import { realTime } from '../real-time.js';

export const sleep = (ms: number): Promise<void> => new Promise(resolve => void realTime.setTimeout(resolve, ms));
