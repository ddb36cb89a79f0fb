import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../support/paths.js';

export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

export const BASE = join(ROOT, 'deploy/kubernetes');
export const OVERLAY = join(ROOT, 'deploy/highly-available/kubernetes');

/** Resources of a Kustomize folder. */
export function render(folder: string): Resource[] {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map(document => document.toJS() as Resource);
}
