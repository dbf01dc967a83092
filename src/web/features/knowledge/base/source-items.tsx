import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import { SOURCE_ITEM_STATES, type SourceItemState } from '#contract/knowledge/knowledge-values.ts'
import type { KnowledgeSource, KnowledgeSourceItem } from '#contract/knowledge/sources.ts'
import { friendly } from '#web/api/friendly.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { SITE_PAGES_STEP, sourceItemsQuery } from './base-queries.ts'
import { Pager } from './pager.tsx'

const TONE: Record<SourceItemState, Tone> = {
  waiting: 'neutral',
  read: 'good',
  skipped: 'neutral',
  failed: 'bad',
  gone: 'warn',
}

const nameOf = (state: SourceItemState): string =>
  ({ waiting: t('Waiting'), read: t('Read'), skipped: t('Skipped'), failed: t('Failed'), gone: t('Gone') })[state]

function Item({ item: { name, url, state, error, document_id } }: { item: KnowledgeSourceItem }) {
  const shown = <bdi>{name === '' ? t('A folder') : name}</bdi>
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        {url === null ? (
          <span className="wrap-anywhere min-w-0">{shown}</span>
        ) : (
          <TextLink href={url} external className="wrap-anywhere min-w-0">
            {shown}
          </TextLink>
        )}
        <Badge tone={TONE[state]}>{nameOf(state)}</Badge>
      </div>
      {error !== null && (
        <p className={`wrap-anywhere text-base ${state === 'failed' ? 'text-bad' : 'text-muted'}`}>{error.message}</p>
      )}
      {(state === 'failed' || state === 'skipped') && document_id !== null && (
        <p className="text-muted text-base">{t('Searches still find the earlier content.')}</p>
      )}
      {state === 'read' && document_id === null && (
        <p className="text-muted text-base">{t('Its document was removed.')}</p>
      )}
    </li>
  )
}

/** Everything that was found in a source, and why something is no document. */
export function SourceItems({
  base,
  source,
  onClose,
}: {
  base: KnowledgeId
  source: KnowledgeSource
  onClose: () => void
}) {
  const [state, setState] = useState<SourceItemState | ''>('')
  const [offset, setOffset] = useState(0)
  const { data, error } = useQuery(sourceItemsQuery(base, source.id, { state: state || undefined, offset }))
  useFresh('listKnowledgeSourceItems', source.state === 'syncing')
  const present = SOURCE_ITEM_STATES.filter((one) => one === state || (source.items[one] ?? 0) > 0)
  const options = [
    { value: '', label: t('All') },
    ...present.map((one) => ({ value: one, label: `${nameOf(one)} (${source.items[one] ?? 0})` })),
  ]
  const choose = (value: string) => {
    setState(SOURCE_ITEM_STATES.find((one) => one === value) ?? '')
    setOffset(0)
  }
  return (
    <Dialog open onClose={onClose} title={t('Files of {name}', { name: source.name })} size="lg">
      <Select label={t('Show')} value={state} options={options} onChange={({ target }) => choose(target.value)} />
      {error && <Callout tone="bad">{friendly(error)}</Callout>}
      {!data && !error && <Skeleton className="mt-4 h-40" />}
      <ul aria-label={t('Files')} className="divide-y divide-line">
        {data?.items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none has an ID here
          <Item key={`${offset + at}`} item={item} />
        ))}
      </ul>
      {data && <Pager offset={offset} step={SITE_PAGES_STEP} total={data.total} onOffset={setOffset} />}
    </Dialog>
  )
}
