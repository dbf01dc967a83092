import { Library, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { KnowledgeBase } from '#contract/knowledge/bases.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, LIFTS } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const listQuery = q('listKnowledge', { query: {} })

export const loader = () => load(listQuery)

/** How many documents are being indexed. */
const underWay = ({ states: { queued = 0, reading = 0, embedding = 0 } }: KnowledgeBase): number =>
  queued + reading + embedding

function BaseCard({ base }: { base: KnowledgeBase }) {
  const failed = base.states.failed ?? 0
  return (
    <Card as="li" className={`${LIFTS} grid content-start gap-2`}>
      <h2 className="wrap-anywhere text-lg">
        <Link href={paths.knowledgeBase(base.id)} className="after:absolute after:inset-0">
          <bdi>{base.name}</bdi>
        </Link>
      </h2>
      {base.description !== '' && <p className="line-clamp-2 text-muted">{base.description}</p>}
      <p className="flex flex-wrap gap-1.5">
        <Badge>{t('Documents: {count}', { count: formatNumber(base.documents) })}</Badge>
        {underWay(base) > 0 && (
          <Badge tone="live">{t('{count} being indexed', { count: formatNumber(underWay(base)) })}</Badge>
        )}
        {failed > 0 && <Badge tone="bad">{t('{count} failed', { count: formatNumber(failed) })}</Badge>}
        {base.role !== 'owner' && <Badge tone="outline">{t('Shared by {name}', { name: base.owner })}</Badge>}
      </p>
      <p className="text-muted text-base">
        <RelativeTime time={base.updated_at} />
      </p>
    </Card>
  )
}

function NewBase({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const create = useAction(async () => {
    const { id } = await call('createKnowledge', { body: { name, description } }, { exact: true })
    await refresh('listKnowledge')
    await navigate(paths.knowledgeBase(id))
  })
  const problem =
    create.error instanceof ApiError ? create.error.problems.find(({ field }) => field === 'name') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create.run()
  }
  return (
    <Dialog open onClose={onClose} title={t('New knowledge base')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {create.error !== null && !problem && <Callout tone="bad">{friendly(create.error)}</Callout>}
        <TextField
          label={t('Name')}
          value={name}
          maxLength={KNOWLEDGE.name}
          error={problem?.message}
          onChange={({ target }) => setName(target.value)}
        />
        <TextArea
          label={t('Description')}
          optional
          rows={3}
          value={description}
          maxLength={KNOWLEDGE.description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={create.busy && t('Creating...')} disabled={name.trim() === ''}>
            {t('Create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The knowledge bases that a person may search, their own and those that are shared with them. */
export function Component() {
  const { items } = useData(listQuery)
  const [adding, setAdding] = useState(false)
  useFresh(
    'listKnowledge',
    items.some((base) => underWay(base) > 0),
  )
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('New knowledge base')}
    </Button>
  )
  return (
    <Page title={t('Knowledge')}>
      <PageHeader title={t('Knowledge')} actions={items.length > 0 && add}>
        {t('Documents that you, your workflows and your agents can search, with quotes from the page.')}
      </PageHeader>
      {items.length === 0 ? (
        <EmptyState icon={<Library aria-hidden="true" />} title={t('No knowledge base yet')} action={add}>
          {t('Add policies, contracts or manuals, and ask them questions.')}
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {items.map((base) => (
            <BaseCard key={base.id} base={base} />
          ))}
        </ul>
      )}
      {adding && <NewBase onClose={() => setAdding(false)} />}
    </Page>
  )
}
