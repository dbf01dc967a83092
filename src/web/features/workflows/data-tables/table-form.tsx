import { type FormEvent, type ReactNode, useState } from 'react'
import { TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import { useAction } from '#web/api/action.ts'
import { t } from '#web/lib/language.ts'
import { Failure, problemOf } from '#web/parts/workflows/forms/problems.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ColumnFields, type DraftColumn, wantedColumns } from './column-fields.tsx'

type Wanted = { name: string; columns: ReturnType<typeof wantedColumns> }

/** The name and the columns of a table, new or there already. New columns without a name are left out. */
export function TableForm({
  title,
  begin,
  act,
  acting,
  onSave,
  onClose,
  children,
}: {
  title: string
  begin: { name: string; columns: readonly DraftColumn[] }
  act: string
  acting: string
  onSave: (wanted: Wanted) => Promise<void>
  onClose: () => void
  /** What the columns as they are now would change. */
  children?: (columns: readonly DraftColumn[]) => ReactNode
}) {
  const [name, setName] = useState(begin.name)
  const [columns, setColumns] = useState(begin.columns)
  const isLeftOut = ({ id, name: typed }: DraftColumn) => id === undefined && typed.trim() === ''
  const save = useAction(() => onSave({ name, columns: wantedColumns(columns.filter((one) => !isLeftOut(one))) }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  const problemAt = (at: number) => {
    const column = columns[at]
    if (!column || isLeftOut(column)) return undefined
    const place = columns.slice(0, at).filter((one) => !isLeftOut(one)).length
    return problemOf(save.error, `columns.${place}.name`)
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TextField
          label={t('Name')}
          maxLength={TABLE_LIMITS.name}
          value={name}
          error={problemOf(save.error, 'name')}
          onChange={({ target }) => setName(target.value)}
        />
        <ColumnFields columns={columns} onChange={setColumns} problemAt={problemAt} />
        {children?.(columns)}
        <Failure error={save.error} shown={/^(?:name|columns\.\d+\.name)$/} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={save.busy && acting}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
