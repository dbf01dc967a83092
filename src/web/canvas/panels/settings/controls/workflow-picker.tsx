import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import type { ControlProps } from './control-props.ts'
import { PickedProblem } from './picked.tsx'
import { OptionList } from './simple-controls.tsx'

/** So many are offered at once; above that one searches. */
const SHOWN = 50

const listQuery = (search: string) => q('listWorkflows', { query: { limit: SHOWN, ...(search !== '' && { search }) } })
const oneQuery = (id: string) => q('getWorkflow', { params: { id: id as WorkflowId } })

/** One of the own workflows, last changed first. */
export function WorkflowPicker(props: ControlProps) {
  const { value, field } = props
  const { workflow: own } = useSettingsForm()
  const [search, setSearch] = useState('')
  const { data, error } = useQuery({ ...listQuery(search.trim()), placeholderData: (last) => last })
  const id = typeof value === 'string' ? value : ''
  const listed = data?.items.some((item) => item.id === id) === true
  const chosen = useQuery({ ...oneQuery(id), enabled: id !== '' && data !== undefined && !listed, retry: false })
  const options = (data?.items ?? [])
    .filter((item) => item.id !== own)
    .map((item) => ({ value: item.id as string, label: item.name }))
  const gone = !listed && chosen.isError
  if (id !== '' && !options.some((option) => option.value === id))
    options.unshift({ value: id, label: chosen.data?.name ?? (gone ? t('Deleted or not yours') : '…') })
  const more = (data?.total ?? 0) > SHOWN || search !== ''
  return (
    <div className="grid gap-1.5">
      {more && (
        <TextField
          label={t('Search for {title}', { title: field.title })}
          hideLabel
          placeholder={t('Search workflows')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <OptionList {...props} value={id === '' ? undefined : id} options={options} empty={t('Choose one')} />
      {error && <PickedProblem>{friendly(error)}</PickedProblem>}
      {gone && (
        <PickedProblem>{t('This workflow was deleted or belongs to someone else. Choose another one.')}</PickedProblem>
      )}
      {id !== '' && !gone && (
        <p className="text-base">
          <TextLink href={paths.designer(id)}>{t('Open workflow')}</TextLink>
        </p>
      )}
    </div>
  )
}
