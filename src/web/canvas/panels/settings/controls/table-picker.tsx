import { useQuery } from '@tanstack/react-query'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import type { ControlProps } from './control-props.ts'
import { PickedProblem } from './picked.tsx'
import { OptionList } from './simple-controls.tsx'

/** One of the own data tables, by name. */
export function TablePicker(props: ControlProps) {
  const { value } = props
  const { data, error } = useQuery(q('listDataTables'))
  const id = typeof value === 'string' ? value : ''
  const options = (data?.items ?? []).map((one) => ({ value: one.id as string, label: one.name }))
  const chosen = data?.items.find((one) => one.id === id)
  const gone = id !== '' && data !== undefined && chosen === undefined
  if (id !== '' && !chosen) options.unshift({ value: id, label: gone ? 'Deleted or not yours' : '…' })
  return (
    <div className="grid gap-1.5">
      <OptionList {...props} value={id === '' ? undefined : id} options={options} empty="Choose one" />
      {error && <PickedProblem>{friendly(error)}</PickedProblem>}
      {gone && (
        <PickedProblem>This data table was deleted or belongs to someone else. Choose another one.</PickedProblem>
      )}
      {chosen && (
        <p className="text-sm text-muted">
          {`Columns: ${chosen.columns.map(({ name }) => name).join(', ')}. `}
          <TextLink href={paths.dataTable(id)}>Open table</TextLink>
        </p>
      )}
      {data?.items.length === 0 && (
        <p className="text-sm">
          <TextLink href={paths.dataTables()}>Create a data table</TextLink>
        </p>
      )}
    </div>
  )
}
