import { ApiError } from '../../api/client';

/** Returns undefined instead of the person who logged in if the login needs a code. */
export async function unlessSecondStep<Result>(login: Promise<Result>): Promise<Result | undefined> {
  try {
    return await login;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') return undefined;
    throw error;
  }
}
