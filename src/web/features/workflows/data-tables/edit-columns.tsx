import type { DataTable } from '#contract/workflows/data-tables.ts'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { Callout } from '#web/ui/callout.tsx'
import type { DraftColumn } from './column-fields.tsx'
import { TableForm } from './table-form.tsx'

/** Renames a table and changes its columns. */
export function EditColumns({ table, onClose }: { table: DataTable; onClose: () => void }) {
  return (
    <TableForm
      title={t('Name and columns')}
      begin={{ name: table.name, columns: table.columns.map((one) => ({ ...one, key: one.id })) }}
      act={t('Save')}
      acting={t('Saving...')}
      onClose={onClose}
      onSave={async (wanted) => {
        await call('updateDataTable', { params: { id: table.id }, body: { ...wanted, revision: table.revision } })
        await refresh('getDataTable', 'listDataTables', 'listTableRows')
        onClose()
      }}
    >
      {(columns) => <Consequences table={table} columns={columns} />}
    </TableForm>
  )
}

function Consequences({ table, columns }: { table: DataTable; columns: readonly DraftColumn[] }) {
  const gone = table.columns.filter(({ id }) => !columns.some((one) => one.id === id))
  const renamed = table.columns.filter(({ id, name }) => columns.some((one) => one.id === id && one.name !== name))
  return (
    <>
      {gone.length > 0 && table.rows > 0 && (
        <Callout tone="warn">
          {t('The values in {columns} will be deleted. This can’t be undone.', {
            columns: gone.map((one) => `“${one.name}”`).join(', '),
          })}
        </Callout>
      )}
      {renamed.length > 0 && (
        <Callout>{t('Steps that use the old name of a column have to be changed: they will fail and say so.')}</Callout>
      )}
    </>
  )
}
