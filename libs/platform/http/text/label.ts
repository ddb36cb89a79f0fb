/** A label of a host name, or a slug: 1 to 63 lower-case letters, digits and inner hyphens (RFC 1123, section 2.1). */
export const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Maximum length of a host name in ASCII, without the trailing dot (RFC 1035, section 2.3.4). */
export const MAX_HOST_NAME_LENGTH = 253;
