import { type FormEvent, useState } from 'react'
import { TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import type { DataTable } from '#contract/workflows/data-tables.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { Failure, problemOf } from '#web/parts/workflows/forms/problems.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ColumnFields, type DraftColumn, wantedColumns } from './column-fields.tsx'

/** Renames a table and changes its columns. */
export function EditColumns({ table, onClose }: { table: DataTable; onClose: () => void }) {
  const [name, setName] = useState(table.name)
  const [columns, setColumns] = useState<DraftColumn[]>(() => table.columns.map((one) => ({ ...one, key: one.id })))
  const gone = table.columns.filter(({ id }) => !columns.some((one) => one.id === id))
  const renamed = table.columns.filter(({ id, name }) => columns.some((one) => one.id === id && one.name !== name))
  const save = useAction(async () => {
    const body = { name, columns: wantedColumns(columns), revision: table.revision }
    await call('updateDataTable', { params: { id: table.id }, body })
    await refresh('getDataTable', 'listDataTables', 'listTableRows')
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  return (
    <Dialog open onClose={onClose} title="Name and columns">
      <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TextField
          label="Name"
          maxLength={TABLE_LIMITS.name}
          value={name}
          error={problemOf(save.error, 'name')}
          onChange={({ target }) => setName(target.value)}
        />
        <ColumnFields
          columns={columns}
          onChange={setColumns}
          problemAt={(at) => problemOf(save.error, `columns.${at}.name`)}
        />
        {gone.length > 0 && table.rows > 0 && (
          <Callout tone="warn">
            {`The values in ${gone.map((one) => `“${one.name}”`).join(', ')} will be deleted. This can’t be undone.`}
          </Callout>
        )}
        {renamed.length > 0 && (
          <Callout>Steps that use the old name of a column have to be changed: they will fail and say so.</Callout>
        )}
        <Failure error={save.error} shown={/^(?:name|columns\.\d+\.name)$/} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.busy && 'Saving...'}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
