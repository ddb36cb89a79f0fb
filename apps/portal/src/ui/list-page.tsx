import type { ComponentProps, ReactNode } from 'react';
import { Card, Page, usePageInfo } from './page';
import { Empty, type EmptyProps } from './placeholders';
import { Table } from './table';

type ListPageProps<Row> = Pick<ComponentProps<typeof Page>, 'description' | 'actions'> &
  Omit<ComponentProps<typeof Table<Row>>, 'label' | 'empty'> & {
    /** Shown if there are no rows, by default with the icon of the page. */
    empty: EmptyProps;
    /** Filters above the table. */
    children?: ReactNode;
  };

/** A page with one table, which is named like the page. */
export function ListPage<Row>({ description, actions, children, empty, ...table }: ListPageProps<Row>) {
  const { title = '', icon } = usePageInfo();
  return (
    <Page description={description} actions={actions}>
      {children}
      <Card flush>
        <Table<Row> {...table} label={title} empty={<Empty {...(icon && { icon })} {...empty} />} />
      </Card>
    </Page>
  );
}
