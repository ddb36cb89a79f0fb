/** The TXT record that proves control of a host name. */
export const txtRecordOf = ({ name, token }: { name: string; token: string }) => ({
  name: `_nameyard.${name}`,
  value: `nameyard-verification=${token}`,
});
