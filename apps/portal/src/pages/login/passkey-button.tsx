import { Fingerprint } from 'lucide-react';
import type { PasskeyRequest, PersonView } from '#identity/contract';
import { callApi } from '../../api/client';
import { useAction } from '../../api/use-action';
import { signWithPasskey } from '../../lib/passkeys';
import { Button } from '../../ui/button';
import { ErrorText } from '../../ui/form';

interface PasskeyButtonProps {
  /** Where the passkey is used: instead of the password, or after it. */
  step: 'passkey' | 'second-step';
  onSuccess: (person: PersonView) => void;
}

/** Logs in with a passkey. */
export function PasskeyButton({ step, onSuccess }: PasskeyButtonProps) {
  const logIn = async () => {
    const request = await callApi<PasskeyRequest>('POST', ['session', step, 'options']);
    return callApi<PersonView>('POST', ['session', step], await signWithPasskey(request));
  };
  const { mutate, isPending, error } = useAction(logIn, { errors: 'form', refetch: false, onSuccess });
  return (
    <>
      <Button icon={Fingerprint} busy={isPending} onClick={() => mutate()}>
        {step === 'passkey' ? 'Log in with a passkey' : 'Use a passkey'}
      </Button>
      {error && <ErrorText>{error.message}</ErrorText>}
    </>
  );
}
