import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { friendly } from '#web/api/friendly.ts'
import { useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { ModelForm } from '#web/parts/workflows/models/model-form.tsx'
import { modelsQuery } from '#web/parts/workflows/models/models-query.ts'
import { Button } from '#web/ui/button.tsx'
import type { ControlProps } from './control-props.ts'
import { PickedProblem } from './picked.tsx'
import { OptionList } from './simple-controls.tsx'

/** What a chosen model is called that is not in the list. */
export const UNKNOWN = { own: 'Removed or not yours', shared: 'A model of the workflow’s owner' } as const

/**
 * The models that a step can name: the operator's, and those of the workflow's owner, who alone sees the latter. Without a choice, the
 * model of the person who runs the workflow is used.
 */
export function ModelPicker(props: ControlProps) {
  const { value, onChange, disabled, field } = props
  const [adding, setAdding] = useState(false)
  const { own } = useSettingsForm()
  const { data, error } = useQuery(modelsQuery)
  const all = data?.items ?? []
  const items = own ? all : all.filter(({ scope }) => scope === 'operator')
  const count = all.filter(({ scope }) => scope === 'own').length
  const full =
    data && count >= data.limit ? t('{limit} models are the most. Remove one first.', { limit: data.limit }) : undefined
  const usual = all.find(({ id }) => id === data?.settings.default_model)
  const options = items.map(({ id, name, model, scope }) => ({
    value: id as string,
    label: scope === 'operator' ? t('{name} ({model}, of this installation)', { name, model }) : `${name} (${model})`,
  }))
  const known = options.some((option) => option.value === value)
  const gone = own && data !== undefined && typeof value === 'string' && value !== '' && !known
  if (typeof value === 'string' && value !== '' && !known)
    options.unshift({ value, label: data ? t(UNKNOWN[own ? 'own' : 'shared']) : '…' })
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-1.5">
        <div className="min-w-0 grow">
          <OptionList
            {...props}
            value={value === '' ? undefined : value}
            options={options}
            empty={usual ? t('The default ({name})', { name: usual.name }) : t('The default')}
          />
        </div>
        {own && (
          <Button
            size="sm"
            className="h-9!"
            icon={<Plus aria-hidden="true" />}
            disabled={disabled || !data}
            reason={full}
            aria-label={t('New model for {title}', { title: field.title })}
            onClick={() => setAdding(true)}
          >
            {t('New')}
          </Button>
        )}
      </div>
      {error && <PickedProblem>{friendly(error)}</PickedProblem>}
      {gone && (
        <PickedProblem>{t('This model was removed or belongs to someone else. Choose another one.')}</PickedProblem>
      )}
      {!own && !disabled && (
        <p className="text-muted text-base">{t('Only the owner of this workflow can choose a model of their own.')}</p>
      )}
      {own && data && items.length === 0 && <p className="text-muted text-base">{t('No models yet. Add one here.')}</p>}
      {adding && <ModelForm scope="own" onKept={(id) => onChange(id)} onClose={() => setAdding(false)} />}
    </div>
  )
}
