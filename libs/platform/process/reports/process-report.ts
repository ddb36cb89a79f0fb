import type { ProcessRole } from './process-reporter.js';

/** A report of a running process about itself. Contains no secrets, because every PostgreSQL user can LISTEN to it. */
export interface ProcessReport {
  host: string;
  pid: number;
  roles: ProcessRole[];
  /** The address of the API for clients on `host`; undefined for processes without the API and of earlier releases. */
  origin?: string | undefined;
  version: string;
  /** How far its clock is ahead of that of PostgreSQL. */
  clockAheadMs: number;
  keyId: string;
  /** Hashes of the settings that all processes must share, by name. */
  settings: Record<string, string>;
  hazards: string[];
  /** Entries that modules add, by name. */
  parts?: Record<string, unknown>;
}

/** Topics of the notifications that request and contain reports. */
export const DESCRIBE = 'describe';
const DESCRIBED = 'described';

/**
 * Encoded without spaces, because the topic ends at the first one. All fields are short, so the payload has about 1 KB;
 * PostgreSQL accepts 8000 bytes.
 */
export const encodeReport = (request: string, report: ProcessReport): string =>
  `${DESCRIBED} ${request}.${Buffer.from(JSON.stringify(report)).toString('base64url')}`;

/** Returns undefined for notifications that are no reports for this request. */
export function decodeReport(request: string, payload: string): ProcessReport | undefined {
  const prefix = `${DESCRIBED} ${request}.`;
  if (!payload.startsWith(prefix)) return undefined;
  return JSON.parse(Buffer.from(payload.slice(prefix.length), 'base64url').toString()) as ProcessReport;
}
