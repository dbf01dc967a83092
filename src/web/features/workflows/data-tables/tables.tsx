import { Table2 } from 'lucide-react'
import type { DataTable } from '#contract/workflows/data-tables.ts'
import { load, q, useData } from '#web/api/query.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { NewTable } from './new-table.tsx'

const query = q('listDataTables')

export const loader = () => load(query)

const tableColumns = (): readonly Column<DataTable>[] => [
  {
    key: 'name',
    header: t('Name'),
    cell: ({ id, name, role, owner }) => (
      <span>
        <TextLink href={paths.dataTable(id)}>
          <bdi>{name}</bdi>
        </TextLink>
        {role !== 'owner' && <span className="text-muted">{` · ${t('Shared by {name}', { name: owner })}`}</span>}
      </span>
    ),
  },
  {
    key: 'columns',
    header: t('Columns'),
    className: 'max-md:hidden',
    cell: ({ columns }) => (
      <span className="line-clamp-1 text-muted">{columns.map(({ name }) => name).join(', ')}</span>
    ),
  },
  {
    key: 'rows',
    header: t('Rows'),
    align: 'right',
    cell: ({ rows }) => <span className="tabular-nums">{formatNumber(rows)}</span>,
  },
  {
    key: 'changed',
    header: t('Changed'),
    className: 'max-md:hidden',
    cell: ({ updated_at }) => <RelativeTime time={updated_at} />,
  },
]

/** Every data table of the person. */
export function Component() {
  const { items } = useData(query)
  return (
    <Page title={t('Data tables')} wide>
      <PageHeader
        title={t('Data tables')}
        crumbs={[{ label: t('Workflows'), href: paths.workflows() }]}
        actions={items.length > 0 && <NewTable />}
      >
        {t('Rows that your workflows and agents read, add and change, such as customers, invoices or open questions.')}
      </PageHeader>
      {items.length === 0 ? (
        <EmptyState icon={<Table2 aria-hidden="true" />} title={t('No data tables yet')} action={<NewTable />}>
          {t(
            'Create a table, fill it by hand, from a CSV file or with a workflow, and use it in steps with “Data table”.',
          )}
        </EmptyState>
      ) : (
        <Table caption={t('Your data tables')} columns={tableColumns()} rows={items} rowKey={({ id }) => id} />
      )}
    </Page>
  )
}
