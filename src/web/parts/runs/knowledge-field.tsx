import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import type { FieldText } from '#web/ui/forms/field.tsx'
import { type Option, Select } from '#web/ui/forms/select.tsx'
import { TextLink } from '#web/ui/link.tsx'

type Props = FieldText & { name: string; disabled: boolean; value: string; onChange: (id: string) => void }

/** One of the knowledge bases of the person who fills in the form, or shared with them. */
export function KnowledgeField(props: Props) {
  const { pathname, search } = useLocation()
  if (useUser() !== null) return <Choice {...props} />
  return (
    <Callout>
      {t('Sign in to use one of your knowledge bases.')}{' '}
      <TextLink href={paths.login(pathname + search)}>{t('Sign in')}</TextLink>
    </Callout>
  )
}

function Choice({ value, error, onChange, ...rest }: Props) {
  const { data, error: failed } = useQuery(q('listKnowledge', { query: {} }))
  const items = data?.items ?? []
  const isGone = value !== '' && data !== undefined && !items.some(({ id }) => id === value)
  const options: Option[] = items.map(({ id, name }) => ({ value: id, label: name }))
  if (isGone) options.unshift({ value, label: t('Deleted or not yours') })
  const gone = isGone
    ? t('This knowledge base was deleted or is no longer shared with you. Choose another one.')
    : error
  return (
    <div className="grid gap-1.5">
      <Select
        {...rest}
        error={failed === null ? gone : friendly(failed)}
        value={value}
        options={[{ value: '', label: rest.optional ? t('No knowledge base') : t('Choose one') }, ...options]}
        onChange={(event) => onChange(event.target.value)}
      />
      {data && (
        <p className="text-base">
          <TextLink href={paths.knowledge}>
            {items.length === 0 ? t('Create a knowledge base') : t('Manage knowledge')}
          </TextLink>
        </p>
      )}
    </div>
  )
}
