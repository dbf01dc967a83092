import { Globe } from 'lucide-react'
import { useState } from 'react'
import type { KnowledgeDetail, KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeSite } from '#contract/knowledge/sites.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { refreshDocuments } from '#web/parts/knowledge/add-documents.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AddSite } from './add-site.tsx'
import { sitesQuery } from './base-queries.ts'
import { SitePages } from './site-pages.tsx'

function Facts({ site: { state, pages, updated_at } }: { site: KnowledgeSite }) {
  const { read = 0, failed = 0, duplicate = 0, skipped = 0 } = pages
  const counts: [number, string][] = [
    [read, t('{count} read', { count: formatNumber(read) })],
    [failed, t('{count} failed', { count: formatNumber(failed) })],
    [duplicate, t('{count} duplicates', { count: formatNumber(duplicate) })],
    [skipped, t('{count} skipped', { count: formatNumber(skipped) })],
  ]
  const name = { reading: t('Reading'), stopped: t('Stopped'), done: t('Done'), failed: t('Failed') }[state]
  const facts = counts.filter(([count], at) => at === 0 || count > 0).map(([, text]) => text)
  return (
    <p className="text-muted text-sm">
      {[name, ...facts].join(' · ')} · <RelativeTime time={updated_at} />
    </p>
  )
}

function Progress({ site: { state, pages, max_pages } }: { site: KnowledgeSite }) {
  if (state !== 'reading') return null
  const { waiting = 0, read = 0 } = pages
  const left = Math.min(waiting, max_pages - read)
  return (
    <ProgressBar
      label={t('Reading pages')}
      value={read + left === 0 ? 0 : read / (read + left)}
      detail={t('{count} waiting', { count: formatNumber(waiting) })}
    />
  )
}

function useSite(base: KnowledgeId, site: KnowledgeSite, onRemoved: () => void) {
  const params = { id: base, site_id: site.id }
  const change = useAction(async (stopped: boolean) => {
    await call('updateKnowledgeSite', { params, body: { stopped } })
    await refresh('listKnowledgeSites', 'listKnowledgeSitePages')
  })
  const remove = useAction(async () => {
    await call('deleteKnowledgeSite', { params })
    onRemoved()
    await Promise.all([refresh('listKnowledgeSites'), refreshDocuments()])
  })
  return { change, remove }
}

function Site({ base, site }: { base: KnowledgeDetail; site: KnowledgeSite }) {
  const [open, setOpen] = useState<'pages' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const { change, remove } = useSite(base.id, site, close)
  const { state, pages, url } = site
  const canContinue = state === 'stopped' || state === 'failed' || (state === 'done' && (pages.failed ?? 0) > 0)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-start gap-3">
          <Globe aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <div className="min-w-0">
            <TextLink href={url} external className="wrap-anywhere">
              {url}
            </TextLink>
            <Facts site={site} />
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setOpen('pages')} aria-label={t('Pages of {name}', { name: url })}>
            {t('Pages')}
          </Button>
          {base.role !== 'read' && state === 'reading' && (
            <Button size="sm" busy={change.busy && t('Stopping...')} onClick={() => void change.run(true)}>
              {t('Stop')}
            </Button>
          )}
          {base.role !== 'read' && canContinue && (
            <Button size="sm" busy={change.busy && t('Starting...')} onClick={() => void change.run(false)}>
              {state === 'stopped' ? t('Continue') : t('Try again')}
            </Button>
          )}
          {base.role !== 'read' && (
            <Button size="sm" onClick={() => setOpen('remove')} aria-label={t('Remove {name}', { name: url })}>
              {t('Remove')}
            </Button>
          )}
        </div>
      </div>
      <Progress site={site} />
      {site.error !== null && <p className="wrap-anywhere text-bad">{site.error.message}</p>}
      {change.error !== null && <Callout tone="bad">{friendly(change.error)}</Callout>}
      {open === 'pages' && <SitePages base={base.id} site={site} onClose={close} />}
      <ConfirmDialog
        open={open === 'remove'}
        onClose={close}
        title={t('Remove “{name}”?', { name: url })}
        keep={t('Cancel')}
        act={t('Remove')}
        busy={remove.busy && t('Removing...')}
        onAct={() => void remove.run()}
        failure={remove.error !== null && friendly(remove.error)}
      >
        <p>{t('Its pages are removed from your documents, and searches stop finding them. You can’t undo this.')}</p>
      </ConfirmDialog>
    </li>
  )
}

/** The websites of a base, with what is happening to them. */
export function Sites({ base }: { base: KnowledgeDetail }) {
  const { items } = useData(sitesQuery(base.id))
  const live = items.some(({ state }) => state === 'reading')
  useFresh('listKnowledgeSites', live)
  useFresh('getKnowledge', live)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {base.role !== 'read' && <AddSite base={base.id} />}
      {items.length === 0 ? (
        <EmptyState icon={<Globe aria-hidden="true" />} title={t('No websites yet')}>
          {base.role === 'read' ? t('Websites added by others appear here.') : t('Add the first one above.')}
        </EmptyState>
      ) : (
        <ul aria-label={t('Websites')} className="surface-card divide-y divide-line">
          {items.map((site) => (
            <Site key={site.id} base={base} site={site} />
          ))}
        </ul>
      )}
    </div>
  )
}
