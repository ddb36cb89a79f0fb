import { hash, verify } from '@node-rs/argon2';

/** argon2id, the library's default variant (RFC 9106), with the parameters of OWASP's password storage cheat sheet. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that no password matches, for accounts that do not exist. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$EECqyxTpcm+Yq2lXQHnFag$ZwqZQRTuiW5qG3r8MQC/pm2ljgNZTi17jdlUMGyoGfA';

/** Takes a core for tens of milliseconds, and 19 MiB. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

/** Takes as long without a hash, for accounts that do not exist. */
export const matchesHash = (password: string, passwordHash: string | undefined): Promise<boolean> =>
  verify(passwordHash ?? DUMMY_HASH, password).then(matches => matches && passwordHash !== undefined);
