import { Braces, Download, Table2 } from 'lucide-react';
import type { Query } from '../../api/client';
import type { Format } from '../../api/export';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { openDialog } from '../../ui/dialog';
import { Menu } from '../../ui/menu';
import { ExportDialog } from './export-dialog';

interface ExportButtonProps {
  /** What the rows are, as in the path of the API. */
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
      trigger={<Button icon={Download}>Export</Button>}
      items={[
        { label: 'CSV, for spreadsheets', icon: Table2, onSelect: start('csv') },
        { label: 'JSON, for programs', icon: Braces, onSelect: start('json') },
      ]}
    />
  );
}
