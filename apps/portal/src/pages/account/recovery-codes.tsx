import { Download } from 'lucide-react';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { Dialog, useCloseDialog } from '../../ui/dialog';

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
      <footer className="dialog-foot">
        <Button icon={Download} onClick={() => download(codes)}>
          Download
        </Button>
        <Button variant="primary" onClick={close}>
          I saved them
        </Button>
      </footer>
    </Dialog>
  );
}

function download(codes: string[]): void {
  const text = `Recovery codes of ${location.host}. Each works once.\n\n${codes.join('\n')}\n`;
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href, download: 'nameyard-recovery-codes.txt' }).click();
  URL.revokeObjectURL(href);
}
