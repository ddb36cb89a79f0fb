export interface Login {
  email: string;
  password: string;
}

/** Tries to log in at the portal; returns the status. */
export async function logIn(origin: string, { email, password }: Login): Promise<number> {
  const { status } = await fetch(`${origin}/portal/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return status;
}
