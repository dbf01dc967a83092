import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DataTable, TableRow } from '#contract/workflows/data-tables.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { type Column, type Sort, Table } from '#web/ui/table.tsx'
import { Cell } from './cell.tsx'

interface Props {
  table: DataTable
  rows: readonly TableRow[]
  /** The number of the first row that is shown. */
  first: number
  sort: Sort
  searched: boolean
  onSort: (sort: Sort) => void
}

/** Rows whose values are changed in their place, and that are deleted when they are selected. */
export function RowGrid({ table, rows, first, sort, searched, onSort }: Props) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ id }) => ids.has(id))
  const numberOf = (row: TableRow) => t('row {number}', { number: formatNumber(first + rows.indexOf(row)) })
  const toggle = ({ id }: TableRow) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  const isOpen = table.role !== 'read'
  const choice: Column<TableRow> = {
    key: 'chosen',
    header: <span className="sr-only">{t('Selected')}</span>,
    className: 'w-9',
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={t('Select {row}', { row: numberOf(row) })}
        className="size-4.5 accent-indigo"
        checked={ids.has(row.id)}
        onChange={() => toggle(row)}
      />
    ),
  }
  const columns: Column<TableRow>[] = [
    ...(isOpen ? [choice] : []),
    ...table.columns.map(
      (column): Column<TableRow> => ({
        key: column.name,
        header: column.name,
        sortable: true,
        ...(column.type === 'number' && { align: 'right' }),
        cell: (row) => (
          <Cell
            column={column}
            row={numberOf(row)}
            value={row.values[column.name] ?? null}
            onSave={isOpen ? (value) => saveCell(table, row, column.name, value) : undefined}
          />
        ),
      }),
    ),
  ]
  return (
    <>
      <Table
        caption={t('Rows of {name}', { name: table.name })}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={onSort}
        empty={
          <EmptyState title={searched ? t('No rows match') : t('No rows yet')}>
            {searched
              ? t('Change the condition, or show all rows.')
              : isOpen
                ? t('Add a row, import a CSV file from the menu, or let a workflow fill the table.')
                : t('Its owner hasn’t added any.')}
          </EmptyState>
        }
      />
      <ChosenRows table={table} chosen={chosen} />
    </>
  )
}

/** @returns what was wrong, in words; null when it was saved */
async function saveCell(table: DataTable, row: TableRow, column: string, value: unknown): Promise<string | null> {
  try {
    const values = { [column]: value as string | null }
    await call('updateTableRows', { params: { id: table.id }, body: { rows: { ids: [row.id] }, values } })
    await refresh('listTableRows')
    return null
  } catch (error) {
    return error instanceof ApiError ? (error.problem(`values.${column}`) ?? friendly(error)) : friendly(error)
  }
}

function ChosenRows({ table, chosen }: { table: DataTable; chosen: readonly TableRow[] }) {
  const [open, setOpen] = useState(false)
  const remove = useAction(async () => {
    const ids = chosen.map(({ id }) => id)
    await call('deleteTableRows', { params: { id: table.id }, body: { rows: { ids } } })
    setOpen(false)
    await refresh('getDataTable', 'listDataTables', 'listTableRows')
  })
  const count = chosen.length
  if (count === 0) return null
  const words = count === 1 ? t('1 row') : t('{count} rows', { count: formatNumber(count) })
  return (
    <div
      role="toolbar"
      aria-label={t('Selected rows')}
      className="sticky bottom-4 z-10 flex flex-wrap items-center gap-2 surface-raised px-3 py-2"
    >
      <p role="status" className="mr-auto font-medium text-base">
        {t('{count} selected', { count: words })}
      </p>
      <Button size="sm" icon={<Trash2 aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('Delete')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('Delete {count}?', { count: words })}
        keep={t('Keep')}
        act={t('Delete')}
        busy={remove.busy && t('Deleting...')}
        onAct={() => void remove.run()}
        failure={remove.error !== null && friendly(remove.error)}
      >
        {t('This can’t be undone.')}
      </ConfirmDialog>
    </div>
  )
}
