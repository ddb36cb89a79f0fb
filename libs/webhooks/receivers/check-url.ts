import { type Settings } from '#platform/config';
import { problemOfTarget } from '#platform/model';
import { InvalidUrl } from '../model/errors.js';

/**
 * The address in the form in which it is called.
 * @throws InvalidUrl
 */
export function checkUrl(url: string, { webhookAllowPrivateTargets }: Settings): string {
  const problem = problemOfTarget(url, { allowPrivate: webhookAllowPrivateTargets });
  if (problem) throw new InvalidUrl(problem);
  return new URL(url.trim()).href;
}
