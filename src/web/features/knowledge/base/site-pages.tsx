import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import { SITE_PAGE_STATES, type SitePageState } from '#contract/knowledge/knowledge-values.ts'
import type { KnowledgeSite, KnowledgeSitePage } from '#contract/knowledge/sites.ts'
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
import { SITE_PAGES_STEP, sitePagesQuery } from './base-queries.ts'
import { Pager } from './pager.tsx'

const TONE: Record<SitePageState, Tone> = {
  waiting: 'neutral',
  read: 'good',
  duplicate: 'neutral',
  skipped: 'neutral',
  failed: 'bad',
  gone: 'warn',
}

const nameOf = (state: SitePageState): string =>
  ({
    waiting: t('Waiting'),
    read: t('Read'),
    duplicate: t('Duplicate'),
    skipped: t('Skipped'),
    failed: t('Failed'),
    gone: t('Gone'),
  })[state]

function SitePage({ page }: { page: KnowledgeSitePage }) {
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <TextLink href={page.url} external className="wrap-anywhere min-w-0">
          {page.url}
        </TextLink>
        <Badge tone={TONE[page.state]}>{nameOf(page.state)}</Badge>
      </div>
      {page.error !== null && (
        <p className={`wrap-anywhere text-base ${page.state === 'failed' ? 'text-bad' : 'text-muted'}`}>
          {page.error.message}
        </p>
      )}
      {(page.state === 'failed' || page.state === 'skipped') && page.document_id !== null && (
        <p className="text-muted text-base">{t('Searches still find the earlier content.')}</p>
      )}
      {page.state === 'read' && page.document_id === null && (
        <p className="text-muted text-base">{t('Its document was removed.')}</p>
      )}
    </li>
  )
}

/** Every address that was found at a website, and why one is no document. */
export function SitePages({ base, site, onClose }: { base: KnowledgeId; site: KnowledgeSite; onClose: () => void }) {
  const [state, setState] = useState<SitePageState | ''>('')
  const [offset, setOffset] = useState(0)
  const { data, error } = useQuery(sitePagesQuery(base, site.id, { state: state || undefined, offset }))
  useFresh('listKnowledgeSitePages', site.state === 'reading')
  const present = SITE_PAGE_STATES.filter((one) => one === state || (site.pages[one] ?? 0) > 0)
  const options = [
    { value: '', label: t('All') },
    ...present.map((one) => ({ value: one, label: `${nameOf(one)} (${site.pages[one] ?? 0})` })),
  ]
  const choose = (value: string) => {
    setState(SITE_PAGE_STATES.find((one) => one === value) ?? '')
    setOffset(0)
  }
  return (
    <Dialog open onClose={onClose} title={t('Pages of {name}', { name: site.url })} size="lg">
      <Select label={t('Show')} value={state} options={options} onChange={({ target }) => choose(target.value)} />
      {error && <Callout tone="bad">{friendly(error)}</Callout>}
      {!data && !error && <Skeleton className="mt-4 h-40" />}
      <ul aria-label={t('Pages')} className="divide-y divide-line">
        {data?.items.map((page) => (
          <SitePage key={page.url} page={page} />
        ))}
      </ul>
      {data && <Pager offset={offset} step={SITE_PAGES_STEP} total={data.total} onOffset={setOffset} />}
    </Dialog>
  )
}
