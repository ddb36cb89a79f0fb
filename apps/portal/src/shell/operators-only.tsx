import type { ReactNode } from 'react';
import { Lock } from 'lucide-react';
import { Page } from '../ui/page';
import { Empty } from '../ui/states';
import { useIsOperator } from './session';

/** The back end refuses anyway; this says so before anything is tried. */
export function OperatorsOnly({ title, children }: { title: string; children: ReactNode }) {
  if (useIsOperator()) return children;
  return (
    <Page title={title}>
      <Empty icon={<Lock size={22} />} title="Only operators may see this">
        If you need it, ask an operator to change your role.
      </Empty>
    </Page>
  );
}
