import { type Settings } from '#platform/process/config';
import { Refusal, UsageError } from '#platform/http/errors';
import { checkEmail, checkPassword } from '#identity';
import { isWellFormed } from '#api-keys';

/** @throws UsageError when a BOOTSTRAP variable is invalid */
export async function checkBootstrap(settings: Settings): Promise<void> {
  const { bootstrapApiKey: key, bootstrapOperatorEmail: email, bootstrapOperatorPassword: password } = settings;
  if (key !== undefined && !isWellFormed(key))
    throw new UsageError(
      'BOOTSTRAP_API_KEY must be an API key: ny_sandbox_ or ny_live_, 32 letters and digits, and their checksum of 6 characters. Generate one with `nameyard keys generate`.',
    );
  await checkVariable('BOOTSTRAP_OPERATOR_EMAIL', () => checkEmail(email));
  if (password !== undefined)
    await checkVariable('BOOTSTRAP_OPERATOR_PASSWORD', () => checkPassword(password, email.toLowerCase()));
}

async function checkVariable(variable: string, check: () => unknown): Promise<void> {
  try {
    await check();
  } catch (error) {
    throw error instanceof Refusal ? new UsageError(`${variable} is invalid. ${error.message}`) : error;
  }
}
