import { useQuery } from '@tanstack/react-query'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { PickedProblem } from './picked.tsx'
import { type ControlProps, OptionList } from './simple-controls.tsx'

const modelsQuery = q('listModels')

/** The models one may use; without a choice whoever runs the workflow asks theirs. */
export function ModelPicker(props: ControlProps) {
  const { value } = props
  const { data, error } = useQuery(modelsQuery)
  const items = data?.items ?? []
  const usual = items.find(({ id }) => id === data?.settings.default_model)
  const options = items.map(({ id, name, model, scope }) => ({
    value: id as string,
    label: `${name} (${model}${scope === 'operator' ? ', of this installation' : ''})`,
  }))
  const known = options.some((option) => option.value === value)
  const gone = data !== undefined && typeof value === 'string' && value !== '' && !known
  if (typeof value === 'string' && value !== '' && !known)
    options.unshift({ value, label: data ? 'Removed, or not yours' : '…' })
  return (
    <div className="grid gap-1.5">
      <OptionList
        {...props}
        value={value === '' ? undefined : value}
        options={options}
        empty={usual ? `The default (${usual.name})` : 'The default'}
      />
      {error && <PickedProblem>{friendly(error)}</PickedProblem>}
      {gone && <PickedProblem>This model was removed or belongs to somebody else. Choose another one.</PickedProblem>}
      {data && items.length === 0 && (
        <p className="text-muted text-sm">
          There is no model yet. <TextLink href={paths.settings('models')}>Add one</TextLink>
        </p>
      )}
    </div>
  )
}
