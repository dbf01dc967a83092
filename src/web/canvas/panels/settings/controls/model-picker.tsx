import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { friendly } from '#web/api/friendly.ts'
import { ModelForm } from '#web/parts/workflows/models/model-form.tsx'
import { modelsQuery } from '#web/parts/workflows/models/models-query.ts'
import { Button } from '#web/ui/button.tsx'
import type { ControlProps } from './control-props.ts'
import { PickedProblem } from './picked.tsx'
import { OptionList } from './simple-controls.tsx'

/** The models available to the user; without a choice, the model of the person who runs the workflow is used. */
export function ModelPicker(props: ControlProps) {
  const { value, onChange, disabled, field } = props
  const [adding, setAdding] = useState(false)
  const { data, error } = useQuery(modelsQuery)
  const items = data?.items ?? []
  const own = items.filter(({ scope }) => scope === 'own').length
  const full = data && own >= data.limit ? `${data.limit} models are the most. Remove one first.` : undefined
  const usual = items.find(({ id }) => id === data?.settings.default_model)
  const options = items.map(({ id, name, model, scope }) => ({
    value: id as string,
    label: `${name} (${model}${scope === 'operator' ? ', of this installation' : ''})`,
  }))
  const known = options.some((option) => option.value === value)
  const gone = data !== undefined && typeof value === 'string' && value !== '' && !known
  if (typeof value === 'string' && value !== '' && !known)
    options.unshift({ value, label: data ? 'Removed or not yours' : '…' })
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-1.5">
        <div className="min-w-0 grow">
          <OptionList
            {...props}
            value={value === '' ? undefined : value}
            options={options}
            empty={usual ? `The default (${usual.name})` : 'The default'}
          />
        </div>
        <Button
          size="sm"
          className="h-9!"
          icon={<Plus aria-hidden="true" />}
          disabled={disabled || !data}
          reason={full}
          aria-label={`New model for ${field.title}`}
          onClick={() => setAdding(true)}
        >
          New
        </Button>
      </div>
      {error && <PickedProblem>{friendly(error)}</PickedProblem>}
      {gone && <PickedProblem>This model was removed or belongs to someone else. Choose another one.</PickedProblem>}
      {data && items.length === 0 && <p className="text-muted text-sm">No models yet. Add one here.</p>}
      {adding && <ModelForm scope="own" onKept={(id) => onChange(id)} onClose={() => setAdding(false)} />}
    </div>
  )
}
