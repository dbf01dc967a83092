import { Globe, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { KnowledgeDetail, KnowledgeId } from '#contract/knowledge/bases.ts'
import { READ_AGAIN, type ReadAgain } from '#contract/knowledge/knowledge-values.ts'
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
import { HowOften } from './how-often.tsx'
import { SitePages } from './site-pages.tsx'

function Facts({ site: { state, pages, updated_at } }: { site: KnowledgeSite }) {
  const { read = 0, failed = 0, duplicate = 0, skipped = 0, gone = 0 } = pages
  const counts: [number, string][] = [
    [read, t('{count} read', { count: formatNumber(read) })],
    [failed, t('{count} failed', { count: formatNumber(failed) })],
    [duplicate, t('{count} duplicates', { count: formatNumber(duplicate) })],
    [skipped, t('{count} skipped', { count: formatNumber(skipped) })],
    [gone, t('{count} gone', { count: formatNumber(gone) })],
  ]
  const name = { reading: t('Reading'), stopped: t('Stopped'), done: t('Done'), failed: t('Failed') }[state]
  const facts = counts.filter(([count], at) => at === 0 || count > 0).map(([, text]) => text)
  return (
    <p className="text-muted text-base">
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
  const change = useAction(async (body: { stopped: boolean } | { read_again: ReadAgain }) => {
    await call('updateKnowledgeSite', { params, body })
    await refresh('listKnowledgeSites', 'listKnowledgeSitePages')
  })
  const again = useAction(async () => {
    await call('readKnowledgeSite', { params })
    await refresh('listKnowledgeSites', 'listKnowledgeSitePages')
  })
  const remove = useAction(async () => {
    await call('deleteKnowledgeSite', { params })
    onRemoved()
    await Promise.all([refresh('listKnowledgeSites'), refreshDocuments()])
  })
  return { change, again, remove }
}
type SiteActions = ReturnType<typeof useSite>

type SiteProps = { base: KnowledgeDetail; site: KnowledgeSite }

function Actions({
  base,
  site,
  actions,
  onOpen,
}: SiteProps & { actions: SiteActions; onOpen: (what: 'pages' | 'remove') => void }) {
  const { state, pages, url } = site
  const { change, again } = actions
  const canWrite = base.role !== 'read'
  const canContinue = state === 'stopped' || state === 'failed' || (state === 'done' && (pages.failed ?? 0) > 0)
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onOpen('pages')} aria-label={t('Pages of {name}', { name: url })}>
        {t('Pages')}
      </Button>
      {canWrite && state === 'reading' && (
        <Button size="sm" busy={change.busy && t('Stopping...')} onClick={() => void change.run({ stopped: true })}>
          {t('Stop')}
        </Button>
      )}
      {canWrite && canContinue && (
        <Button size="sm" busy={change.busy && t('Starting...')} onClick={() => void change.run({ stopped: false })}>
          {state === 'stopped' ? t('Continue') : state === 'failed' ? t('Try again') : t('Try failed pages again')}
        </Button>
      )}
      {canWrite && (state === 'done' || (state === 'failed' && site.read_at !== null)) && (
        <Button
          size="sm"
          icon={<RefreshCw aria-hidden="true" />}
          aria-label={t('Read again: {name}', { name: url })}
          busy={again.busy && t('Starting...')}
          onClick={() => void again.run()}
        >
          {t('Read again')}
        </Button>
      )}
      {canWrite && (
        <Button size="sm" onClick={() => onOpen('remove')} aria-label={t('Remove {name}', { name: url })}>
          {t('Remove')}
        </Button>
      )}
    </div>
  )
}

/** How often it is read again, and when next. */
function Schedule({ base, site: { url, read_again, next_at }, change }: SiteProps & { change: SiteActions['change'] }) {
  if (base.role === 'read' && next_at === null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-base">
      {base.role !== 'read' && (
        <div className="flex items-center gap-2">
          <span aria-hidden="true">{t('Read again')}</span>
          <HowOften
            label={t('How often {name} is read again', { name: url })}
            hideLabel
            choices={READ_AGAIN}
            value={read_again}
            disabled={change.busy}
            onChange={(often) => void change.run({ read_again: often })}
          />
        </div>
      )}
      {next_at !== null && (
        <p>
          {t('Next reading')}: <RelativeTime time={next_at} />
        </p>
      )}
    </div>
  )
}

function Site({ base, site }: SiteProps) {
  const [open, setOpen] = useState<'pages' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const actions = useSite(base.id, site, close)
  const { change, again, remove } = actions
  const failure = change.error ?? again.error
  const { url } = site
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
        <Actions base={base} site={site} actions={actions} onOpen={setOpen} />
      </div>
      <Schedule base={base} site={site} change={change} />
      <Progress site={site} />
      {site.error !== null && <p className="wrap-anywhere text-bad">{site.error.message}</p>}
      {failure !== null && <Callout tone="bad">{friendly(failure)}</Callout>}
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
