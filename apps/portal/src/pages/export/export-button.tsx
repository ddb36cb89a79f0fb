import { Braces, Download, Table2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ApiPath, Query } from '../../api/client';
import { type Format, type Progress, type SavedFile, saveExport } from '../../api/export';
import { useTenant } from '../../shell/session';
import { Button, spinnerClass } from '../../ui/button';
import { Dialog, openDialog, useCloseDialog } from '../../ui/dialog';
import { Menu } from '../../ui/menu';
import { dialogFootClass } from '../../ui/form';
import { formatBytes, formatNumber, plural } from '../../ui/format';
import { Failure } from '../../ui/placeholders';

interface ExportButtonProps {
  /** Kind of the rows, as in the path of the API. */
  kind: 'requests' | 'usage' | 'orders' | 'deliveries';
  /** Name of one row. */
  noun: string;
  /** Returns the filters of the page. */
  query: () => Query;
}

/** A button that saves all rows that match the filters of a page. */
export function ExportButton({ kind, noun, query }: ExportButtonProps) {
  const tenant = useTenant();
  const start = (format: Format) => () =>
    openDialog(<ExportDialog path={['tenants', tenant, kind]} query={{ ...query(), format }} noun={noun} />);
  return (
    <Menu
      trigger={<Button label="Export" icon={Download} />}
      items={[
        { label: 'CSV, for spreadsheets', icon: Table2, onSelect: start('csv') },
        { label: 'JSON, for programs', icon: Braces, onSelect: start('json') },
      ]}
    />
  );
}

interface ExportDialogProps {
  path: ApiPath;
  query: Query & { format: Format };
  noun: string;
}

/** Downloads a file, shows the progress, and saves it. Closing the dialog cancels the download. */
function ExportDialog(props: ExportDialogProps) {
  const [attempt, setAttempt] = useState(1);
  return <Attempt key={attempt} {...props} retry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ path, query, noun, retry }: ExportDialogProps & { retry: () => void }) {
  const close = useCloseDialog();
  const { progress, saved, error } = useExport(path, query);
  if (error)
    return (
      <Dialog title="Not exported">
        <Failure error={error} retry={retry} />
      </Dialog>
    );
  const { rows, bytes } = saved ?? progress;
  return (
    <Dialog
      kind="alert"
      title={saved ? 'Export saved' : 'Exporting…'}
      description={
        saved && (
          <p className="wrap-anywhere">
            Your browser saved <strong>{saved.name}</strong>.
          </p>
        )
      }
    >
      <p className="flex items-center gap-2.5 tabular-nums">
        {!saved && <span className={spinnerClass} aria-hidden />}
        <span>
          {plural(rows, noun)}, {formatBytes(bytes)}
          {!saved && ' so far'}
        </span>
      </p>
      {saved?.isLimited && (
        <p className="-mt-2 text-secondary">
          An export ends after {formatNumber(rows)} rows. Use filters or a shorter time range to export the others.
        </p>
      )}
      <p role="status" className="sr-only">
        {saved ? `Saved ${plural(rows, noun)}.` : 'The export has started.'}
      </p>
      <footer className={dialogFootClass}>
        <Button label={saved ? 'Done' : 'Cancel'} {...(saved && { variant: 'primary' as const })} onClick={close} />
      </footer>
    </Dialog>
  );
}

/** Runs an export while the component is mounted. */
function useExport(path: ApiPath, query: ExportDialogProps['query']) {
  const [progress, setProgress] = useState<Progress>({ rows: 0, bytes: 0 });
  const [saved, setSaved] = useState<SavedFile>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const fail = (cause: Error) => !signal.aborted && setError(cause);
    saveExport(path, query, { signal, onProgress: setProgress }).then(setSaved, fail);
    return () => controller.abort();
  }, [path, query]);
  return { progress, saved, error };
}
