import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { Failure, problemOf } from '#web/parts/workflows/forms/problems.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ColumnFields, newColumn, wantedColumns } from './column-fields.tsx'

/** Makes a data table and opens it. */
export function NewTable() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
        New table
      </Button>
      {open && <NewTableDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function NewTableDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [columns, setColumns] = useState([newColumn('name'), newColumn()])
  const create = useAction(async () => {
    const filled = columns.filter((column) => column.name.trim() !== '')
    const { id } = await call('createDataTable', { body: { name, columns: wantedColumns(filled) } })
    await refresh('listDataTables')
    await navigate(paths.dataTable(id))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create.run()
  }
  const filledPlace = (at: number) => columns.slice(0, at).filter((column) => column.name.trim() !== '').length
  return (
    <Dialog open onClose={onClose} title="New data table">
      <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TextField
          label="Name"
          maxLength={TABLE_LIMITS.name}
          value={name}
          error={problemOf(create.error, 'name')}
          onChange={({ target }) => setName(target.value)}
        />
        <ColumnFields
          columns={columns}
          onChange={setColumns}
          problemAt={(at) =>
            columns[at]?.name.trim() === '' ? undefined : problemOf(create.error, `columns.${filledPlace(at)}.name`)
          }
        />
        <Failure error={create.error} shown={/^(?:name|columns\.\d+\.name)$/} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.busy && 'Creating...'}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
