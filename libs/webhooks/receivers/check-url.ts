import { type Settings } from '#platform/config';
import { Invalid, problemOfTarget } from '#platform/model';

/**
 * The address in the form in which it is called.
 * @throws InvalidUrl
 */
export function checkUrl(url: string, { webhookAllowPrivateTargets }: Settings): string {
  const problem = problemOfTarget(url, { allowPrivate: webhookAllowPrivateTargets });
  if (problem) throw new Invalid('INVALID_URL', `The address ${problem}.`);
  return new URL(url.trim()).href;
}
