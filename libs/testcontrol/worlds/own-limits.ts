import { Inject, Injectable } from '@nestjs/common';
import { Keys } from '#api-keys';
import { type Settings, SETTINGS } from '#platform/process/config';

/** The limits of a tenant's own keys, for worlds that people create: they must not slow down these keys. */
@Injectable()
export class OwnLimits {
  constructor(
    private readonly keys: Keys,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The highest limit of the active keys in requests per minute, at least the default limit. */
  async highest({ slug }: { slug: string }): Promise<number> {
    const keys = await this.keys.list(slug);
    const limits = keys.filter(({ status }) => status === 'active').map(({ limit }) => limit);
    return Math.max(this.settings.defaultRateLimit, ...limits);
  }
}
