import { type Settings } from '#platform/process/config';
import { problemOfTarget } from '#platform/model';
import { InvalidUrl } from '../model/errors.js';

/**
 * Validates the URL of a receiver and returns it in normal form.
 * @throws InvalidUrl
 */
export function checkUrl(url: string, { webhookAllowPrivateTargets }: Settings): string {
  const problem = problemOfTarget(url, { allowPrivate: webhookAllowPrivateTargets });
  if (problem) throw new InvalidUrl(problem);
  return new URL(url.trim()).href;
}
