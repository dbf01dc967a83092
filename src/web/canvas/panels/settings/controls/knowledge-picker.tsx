import { useQuery } from '@tanstack/react-query'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import type { ControlProps } from './control-props.ts'
import { PickedProblem } from './picked.tsx'
import { OptionList } from './simple-controls.tsx'

/** One of the knowledge bases that the author may search, last changed first. */
export function KnowledgePicker(props: ControlProps) {
  const { value } = props
  const { data, error } = useQuery(q('listKnowledge', { query: {} }))
  const id = typeof value === 'string' ? value : ''
  const options = (data?.items ?? []).map((one) => ({ value: one.id as string, label: one.name }))
  const gone = id !== '' && data !== undefined && !options.some((option) => option.value === id)
  if (id !== '' && !options.some((option) => option.value === id))
    options.unshift({ value: id, label: gone ? t('Deleted or not yours') : '…' })
  return (
    <div className="grid gap-1.5">
      <OptionList {...props} value={id === '' ? undefined : id} options={options} empty={t('Choose one')} />
      {error && <PickedProblem>{friendly(error)}</PickedProblem>}
      {gone && (
        <PickedProblem>
          {t('This knowledge base was deleted or is no longer shared with you. Choose another one.')}
        </PickedProblem>
      )}
      <p className="text-sm">
        {id !== '' && !gone ? (
          <TextLink href={paths.knowledgeBase(id)}>{t('Open knowledge base')}</TextLink>
        ) : (
          <TextLink href={paths.knowledge}>{t('Manage knowledge')}</TextLink>
        )}
      </p>
    </div>
  )
}
