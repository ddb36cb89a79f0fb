import { NullableText, Property } from '#platform/contract';

/** Key ID of requests to the storefront, which have no API key. */
export const STOREFRONT_KEY = 'storefront';

/** Key ID under which the requests of temporary tenants are counted for their parent. */
export const WORLDS_KEY = 'worlds';

/** The world of a request. */
export class WorldSummary {
  /** Slug of the world. @example w-k3x9m2p7q4r8t1v6 */
  tenant: string;

  /** Name for people. @example "renewal test" */
  name: string;
}

/** The API key of a request. */
export class KeySummary {
  @Property({
    description: `ID of the API key, \`${STOREFRONT_KEY}\` or \`${WORLDS_KEY}\`.`,
    example: 'key_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
  })
  id: string;

  /** Name of the API key, `Storefront` or `Worlds`. @example "sandbox key" */
  name: string;

  @NullableText(
    'Prefix and the first and last four random characters of the value; null for the storefront and for worlds.',
    'ny_sandbox_8fK2…Q9xZ',
  )
  hint: string | null;
}
