import { useQuery } from '@tanstack/react-query';
import { Download, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FactorsView, RecoveryCodes, TotpSetup } from '#identity/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { saveFile } from '../../lib/save-file';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CodeBlock, CopyableCode } from '../../ui/copy';
import { Dialog, FormDialog, OpenButton, openDialog, useCloseDialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { dialogFootClass, useFields } from '../../ui/form';
import { Card, Facts } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { Time } from '../../ui/time';
import { ConfirmedDialog } from '../confirmed-dialog';

const FEW_CODES = 3;

export function SecondFactors() {
  const factors = useQuery(queries.factors());
  return (
    <Card
      title="Two-step login"
      description="After your password, Nameyard asks for a code of an app on your phone, or for a passkey. Passwords alone can be stolen."
      actions={
        factors.data?.totp_since === null && (
          <OpenButton icon={Plus} label="Set up authenticator app" dialog={<SetUp />} />
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
      <OpenButton icon={RefreshCw} label="New recovery codes" dialog={<RenewCodes />} />
      {totp_since && <OpenButton icon={Trash2} label="Remove authenticator app" dialog={<Remove />} />}
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
      <TextField label="Code" {...field('code')} inputMode="numeric" autoComplete="one-time-code" />
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

/** Shows new recovery codes until the user confirms that they are saved. */
export function RecoveryCodesDialog({ codes }: { codes: string[] }) {
  const close = useCloseDialog();
  return (
    <Dialog
      kind="secret"
      title="Save your recovery codes"
      description="With each of these codes you can log in once without your authenticator app or passkey. You will not be able to see them again."
    >
      <CodeBlock title="Recovery codes" text={codes.join('\n')} />
      <footer className={dialogFootClass}>
        <Button label="Download" icon={Download} onClick={() => download(codes)} />
        <Button label="I saved them" variant="primary" onClick={close} />
      </footer>
    </Dialog>
  );
}

function download(codes: string[]): void {
  const text = `Recovery codes of ${location.host}. Each works once.\n\n${codes.join('\n')}\n`;
  saveFile(new Blob([text], { type: 'text/plain' }), 'nameyard-recovery-codes.txt');
}

/** Draws a QR code as SVG; the encoder is loaded on demand. Black on white in all themes, because some apps need that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<boolean[][]>();
  useEffect(() => {
    let isCurrent = true;
    void import('uqr').then(({ encode }) => isCurrent && setModules(encode(text, { border: 4 }).data));
    return () => {
      isCurrent = false;
    };
  }, [text]);
  const size = modules?.length ?? 1;
  const path = modules?.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className="size-50 self-center rounded-md bg-white"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
