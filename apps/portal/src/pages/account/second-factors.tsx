import { useQuery } from '@tanstack/react-query';
import { Plus, RefreshCw, Trash2 } from 'lucide-react';
import type { FactorsView, RecoveryCodes, TotpSetup } from '#identity/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { FormDialog, openDialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { Card, Facts } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { Time } from '../../ui/time';
import { ConfirmedDialog } from '../confirmed-dialog';
import { QrCode } from './qr-code';
import { RecoveryCodesDialog } from './recovery-codes';

const FEW_CODES = 3;

/** The authenticator app and the recovery codes of the person. */
export function SecondFactors() {
  const factors = useQuery(queries.factors());
  return (
    <Card
      title="Two-step login"
      description="After your password, Nameyard asks for a code of an app on your phone, or for a passkey. Passwords alone can be stolen."
      actions={
        factors.data?.totp_since === null && (
          <Button icon={Plus} onClick={() => openDialog(<SetUp />)}>
            Set up authenticator app
          </Button>
        )
      }
    >
      <Loaded query={factors}>
        {loaded => (loaded.totp_since || loaded.passkeys.length > 0) && <Active {...loaded} />}
      </Loaded>
    </Card>
  );
}

const Active = ({ totp_since, recovery_codes }: FactorsView) => (
  <>
    <Facts
      facts={{
        'Authenticator app': totp_since ? (
          <>
            Set up <Time at={totp_since} format="day" />
          </>
        ) : (
          'Not set up'
        ),
        'Recovery codes': recovery_codes > FEW_CODES ? `${recovery_codes} left` : <FewCodes left={recovery_codes} />,
      }}
    />
    <div className="mt-4 flex flex-wrap gap-2">
      <Button icon={RefreshCw} onClick={() => openDialog(<RenewCodes />)}>
        New recovery codes
      </Button>
      {totp_since && (
        <Button icon={Trash2} onClick={() => openDialog(<Remove />)}>
          Remove authenticator app
        </Button>
      )}
    </div>
  </>
);

const FewCodes = ({ left }: { left: number }) => <Badge tone="warn">{left === 0 ? 'none left' : `${left} left`}</Badge>;

const showCodes = ({ codes }: RecoveryCodes) => openDialog(<RecoveryCodesDialog codes={codes} />);

const SetUp = () => (
  <ConfirmedDialog
    title="Set up authenticator app"
    submit="Continue"
    onSubmit={confirmation => callApi<TotpSetup>('POST', ['factors', 'totp'], confirmation)}
    onSuccess={setup => openDialog(<ConfirmApp {...setup} />)}
  />
);

/** Shows the secret, and asks for the first code. */
function ConfirmApp({ secret, uri }: TotpSetup) {
  const { values, field } = useFields({ code: '' });
  return (
    <FormDialog
      title="Scan the QR code"
      description="Scan it with your authenticator app, or type the secret into the app. Then enter the code that the app shows."
      submit="Confirm"
      onSubmit={() => callApi<RecoveryCodes>('POST', ['factors', 'totp', 'confirm'], values)}
      done="Logins now ask for a code."
      disabled={values.code.trim() === ''}
      onSuccess={showCodes}
    >
      <QrCode text={uri} label="QR code for your authenticator app" />
      <CopyableCode text={secret} what="secret" className="wrap-anywhere" />
      <TextField label="Code" {...field('code')} inputMode="numeric" autoComplete="one-time-code" autoFocus />
    </FormDialog>
  );
}

const RenewCodes = () => (
  <ConfirmedDialog
    title="Create new recovery codes?"
    description="Your previous recovery codes stop working."
    submit="Create new codes"
    onSubmit={confirmation => callApi<RecoveryCodes>('POST', ['factors', 'recovery-codes'], confirmation)}
    onSuccess={showCodes}
  />
);

const Remove = () => (
  <ConfirmedDialog
    title="Remove authenticator app?"
    description="Without a passkey, logins then need only your password, and your recovery codes stop working."
    submit="Remove"
    danger
    onSubmit={confirmation => callApi<FactorsView>('POST', ['factors', 'totp', 'remove'], confirmation)}
    done="The authenticator app was removed."
  />
);
