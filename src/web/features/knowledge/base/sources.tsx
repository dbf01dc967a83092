import { FolderSync, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { KnowledgeDetail, KnowledgeId } from '#contract/knowledge/bases.ts'
import { SYNC_EVERY, type SyncEvery } from '#contract/knowledge/knowledge-values.ts'
import type { KnowledgeSource } from '#contract/knowledge/sources.ts'
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
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AddSource } from './add-source.tsx'
import { sourcesQuery } from './base-queries.ts'
import { HowOften } from './how-often.tsx'
import { SourceConnection } from './source-connection.tsx'
import { SourceItems } from './source-items.tsx'
import { SERVICES } from './source-names.ts'

function Facts({ source: { kind, state, items, synced_at, credential_name } }: { source: KnowledgeSource }) {
  const { read = 0, failed = 0, skipped = 0, gone = 0 } = items
  const counts: [number, string][] = [
    [read, t('{count} read', { count: formatNumber(read) })],
    [failed, t('{count} failed', { count: formatNumber(failed) })],
    [skipped, t('{count} skipped', { count: formatNumber(skipped) })],
    [gone, t('{count} gone', { count: formatNumber(gone) })],
  ]
  const name = { syncing: t('Syncing'), paused: t('Paused'), done: t('In sync'), failed: t('Failed') }[state]
  const facts = counts.filter(([count], at) => at === 0 || count > 0).map(([, text]) => text)
  return (
    <>
      <p className="wrap-anywhere text-muted text-base">
        {SERVICES[kind]}
        {credential_name !== null && ` · ${credential_name}`}
      </p>
      <p className="text-muted text-base">
        {[name, ...facts].join(' · ')}
        {synced_at !== null && (
          <>
            {' · '}
            {t('Last sync')}: <RelativeTime time={synced_at} />
          </>
        )}
      </p>
    </>
  )
}

function Progress({ source: { state, items, folders_left, waits_until } }: { source: KnowledgeSource }) {
  if (state !== 'syncing') return null
  const { waiting = 0, read = 0 } = items
  return (
    <>
      <ProgressBar
        label={folders_left > 0 ? t('Listing files') : t('Reading files')}
        value={folders_left > 0 || read + waiting === 0 ? 0 : read / (read + waiting)}
        detail={t('{count} waiting', { count: formatNumber(waiting) })}
      />
      {waits_until !== null && (
        <p className="text-muted text-base">
          {t('The service is busy. The sync continues')}: <RelativeTime time={waits_until} />
        </p>
      )}
    </>
  )
}

type Changes = { paused?: boolean; sync_every?: SyncEvery; credential?: CredentialId }

function useSource(base: KnowledgeId, source: KnowledgeSource, onRemoved: () => void) {
  const params = { id: base, source_id: source.id }
  const change = useAction(async (body: Changes) => {
    await call('updateKnowledgeSource', { params, body })
    await refresh('listKnowledgeSources', 'listKnowledgeSourceItems')
  })
  const sync = useAction(async () => {
    await call('syncKnowledgeSource', { params })
    await refresh('listKnowledgeSources', 'listKnowledgeSourceItems')
  })
  const remove = useAction(async (documents: 'keep' | 'remove') => {
    await call('deleteKnowledgeSource', { params, query: { documents } })
    onRemoved()
    await Promise.all([refresh('listKnowledgeSources'), refreshDocuments()])
  })
  return { change, sync, remove }
}
type SourceActions = ReturnType<typeof useSource>

function Actions({
  source,
  actions: { change, sync },
  onOpen,
}: {
  source: KnowledgeSource
  actions: SourceActions
  onOpen: (what: 'items' | 'remove') => void
}) {
  const { state, items, name, credential } = source
  const canContinue =
    credential !== null && (state === 'paused' || state === 'failed' || (state === 'done' && (items.failed ?? 0) > 0))
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onOpen('items')} aria-label={t('Files of {name}', { name })}>
        {t('Files')}
      </Button>
      {state === 'syncing' && (
        <Button size="sm" busy={change.busy && t('Pausing...')} onClick={() => void change.run({ paused: true })}>
          {t('Pause')}
        </Button>
      )}
      {canContinue && (
        <Button size="sm" busy={change.busy && t('Starting...')} onClick={() => void change.run({ paused: false })}>
          {state === 'paused' ? t('Continue') : state === 'failed' ? t('Try again') : t('Try failed files again')}
        </Button>
      )}
      {(state === 'done' || state === 'failed') && (
        <Button
          size="sm"
          icon={<RefreshCw aria-hidden="true" />}
          aria-label={t('Sync now: {name}', { name })}
          busy={sync.busy && t('Starting...')}
          onClick={() => void sync.run()}
        >
          {t('Sync now')}
        </Button>
      )}
      <Button size="sm" onClick={() => onOpen('remove')} aria-label={t('Remove {name}', { name })}>
        {t('Remove')}
      </Button>
    </div>
  )
}

/** Asks what becomes of the documents. */
function Removing({
  source,
  remove,
  onClose,
}: {
  source: KnowledgeSource
  remove: SourceActions['remove']
  onClose: () => void
}) {
  const [documents, setDocuments] = useState<'keep' | 'remove'>('keep')
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Remove “{name}”?', { name: source.name })}
      keep={t('Cancel')}
      act={t('Remove')}
      busy={remove.busy && t('Removing...')}
      onAct={() => void remove.run(documents)}
      failure={remove.error !== null && friendly(remove.error)}
    >
      <Segmented
        label={t('Its documents')}
        value={documents}
        segments={[
          { value: 'keep', label: t('Keep documents') },
          { value: 'remove', label: t('Remove documents'), tone: 'bad' },
        ]}
        onChange={(value) => setDocuments(value === 'remove' ? 'remove' : 'keep')}
      />
      <p>
        {documents === 'keep'
          ? t('Nothing is synced from there any more. The documents stay as they are.')
          : t('Its files are removed from your documents, and searches stop finding them. You can’t undo this.')}
      </p>
    </ConfirmDialog>
  )
}

function Source({ base, source }: { base: KnowledgeId; source: KnowledgeSource }) {
  const [open, setOpen] = useState<'items' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const actions = useSource(base, source, close)
  const { change, sync, remove } = actions
  const failure = change.error ?? sync.error
  const { name, kind, error, next_at, state, credential } = source
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-start gap-3">
          <FolderSync aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium">
              <bdi>{name}</bdi>
            </p>
            <Facts source={source} />
          </div>
        </div>
        <Actions source={source} actions={actions} onOpen={setOpen} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-base">
        <div className="flex items-center gap-2">
          <span aria-hidden="true">{t('Sync')}</span>
          <HowOften
            label={t('How often {name} is synced', { name })}
            hideLabel
            choices={SYNC_EVERY}
            value={source.sync_every}
            disabled={change.busy}
            onChange={(sync_every) => void change.run({ sync_every })}
          />
        </div>
        {next_at !== null && (
          <p>
            {t('Next sync')}: <RelativeTime time={next_at} />
          </p>
        )}
      </div>
      <Progress source={source} />
      {error !== null && <p className="wrap-anywhere text-bad">{error.message}</p>}
      {state === 'paused' && error !== null && (
        <SourceConnection
          kind={kind}
          value={credential ?? ''}
          onChange={(id) => id !== '' && void change.run({ credential: id, paused: false })}
        />
      )}
      {failure !== null && <Callout tone="bad">{friendly(failure)}</Callout>}
      {open === 'items' && <SourceItems base={base} source={source} onClose={close} />}
      {open === 'remove' && <Removing source={source} remove={remove} onClose={close} />}
    </li>
  )
}

/** The sources of one's own base, with what is happening to them. */
export function Sources({ base }: { base: KnowledgeDetail }) {
  const { items } = useData(sourcesQuery(base.id))
  const live = items.some(({ state }) => state === 'syncing')
  useFresh('listKnowledgeSources', live)
  useFresh('getKnowledge', live)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AddSource base={base.id} />
      {items.length === 0 ? (
        <EmptyState icon={<FolderSync aria-hidden="true" />} title={t('No sources yet')}>
          {t('Add the first one above.')}
        </EmptyState>
      ) : (
        <ul aria-label={t('Sources')} className="surface-card divide-y divide-line">
          {items.map((source) => (
            <Source key={source.id} base={base.id} source={source} />
          ))}
        </ul>
      )}
    </div>
  )
}
