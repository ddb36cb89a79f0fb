import { MAX_HOST_NAME_LENGTH } from '#platform/model';

const PREFIX = '_nameyard.';

/** Maximum length of an own host; the name of its TXT record must not exceed the maximum of DNS. */
export const MAX_OWN_HOST_LENGTH = MAX_HOST_NAME_LENGTH - PREFIX.length;

/** The TXT record that proves control of a host name. */
export const txtRecordOf = ({ name, token }: { name: string; token: string }) => ({
  name: `${PREFIX}${name}`,
  value: `nameyard-verification=${token}`,
});
