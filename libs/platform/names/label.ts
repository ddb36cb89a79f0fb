/** A host name's label: 1 to 63 lower-case letters, digits and inner hyphens (RFC 1123, section 2.1). Slugs are labels. */
export const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
