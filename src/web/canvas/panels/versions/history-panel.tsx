import { X } from 'lucide-react'
import { useState } from 'react'
import type { Publication } from '#contract/workflows/versions.ts'
import { friendly } from '#web/api/friendly.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useDraftDifference, useVersions } from '#web/canvas/services/queries/use-versions.ts'
import { changesIn, countsInWords } from '#web/canvas/view/comparison/difference-words.ts'
import { PanelFrame } from '#web/canvas/view/frame/panel-frame.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { StageBadge, stageWords } from '#web/parts/workflows/stage.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'
import { UsedBy } from './used-by.tsx'
import { VersionItem } from './version-item.tsx'

/** Versions of the workflow, and who uses it. */
export function HistoryPanel() {
  const view = useView()
  const [tab, setTab] = useState('versions')
  const close = () => view.panel.set(null)
  return (
    <PanelFrame label={t('Versions')} onEscape={close}>
      <header className="flex items-center justify-between gap-2 border-line border-b px-4 py-2">
        <h2 className="font-medium text-lg">{t('Versions')}</h2>
        <IconButton label={t('Close')} size="sm" onClick={close} autoFocus>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div className="px-4">
        <TabList
          label={t('Versions and uses')}
          group="history"
          active={tab}
          onSelect={setTab}
          tabs={[
            { key: 'versions', label: t('Versions') },
            { key: 'uses', label: t('Used by') },
          ]}
        />
      </div>
      <div
        role="tabpanel"
        id={panelId('history')}
        aria-labelledby={tabId('history', tab)}
        className="min-h-0 grow overflow-y-auto overscroll-contain p-4"
      >
        {tab === 'versions' ? <Versions /> : <UsedBy />}
      </div>
    </PanelFrame>
  )
}

const PAGE = 25

function Versions() {
  const { data, error } = useVersions()
  const [shown, setShown] = useState(PAGE)
  if (error) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!data) return <Skeleton className="h-32" />
  const { items, publication, total } = data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <DraftItem publication={publication} />
      {items.length === 0 && (
        <p className="text-muted">
          {t(
            'Versions are saved when you publish, when something other than a test runs the workflow, and when you save a checkpoint. There are none yet. Publish the draft to let its triggers run it.',
          )}
        </p>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {items.slice(0, shown).map((version, index) => (
          <VersionItem
            key={version.number}
            version={version}
            publication={publication}
            earlier={items[index + 1]?.number ?? null}
          />
        ))}
      </ol>
      {shown < items.length && <Button onClick={() => setShown(shown + PAGE)}>{t('Show more')}</Button>}
      {total > items.length && shown >= items.length && (
        <p className="text-muted text-base">
          {t('Latest {count} of {total} versions.', { count: items.length, total })}
        </p>
      )}
    </div>
  )
}

export const STATES = {
  never: 'Nothing is published. Triggers run the latest version that was run.',
  live: null,
  ended: 'Unpublished. Triggers don’t run anything.',
} as const

/** The draft, and how far it is from what runs. */
function DraftItem({ publication }: { publication: Publication }) {
  const { runs, state, stage, live_trigger } = publication
  const view = useView()
  const save = useStore(useDraft().save)
  const readOnly = save.state === 'read_only' ? save.reason : undefined
  const difference = useDraftDifference(runs)
  return (
    <section aria-label={t('Draft')} className="grid gap-2 rounded border border-line bg-sunken px-3 py-2.5">
      <h3 className="font-medium">{t('Draft')}</h3>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base">
        <StageBadge stage={stage} />
        {stageWords({ stage, version: runs, trigger: live_trigger?.type ?? null })}
      </p>
      {STATES[state] && <p className="text-base">{t(STATES[state])}</p>}
      {runs !== null && difference && (
        <p className="text-muted text-base">
          {difference.same
            ? t('Same as version {runs}.', { runs })
            : t('Since version {runs}: {count}.', { runs, count: countsInWords(difference.counts) })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => view.windows.versions.publish.set(true)}>
          {t('Publish...')}
        </Button>
        <Button size="sm" reason={readOnly} onClick={() => view.windows.versions.checkpoint.set(true)}>
          {t('Save checkpoint...')}
        </Button>
        {runs !== null && difference !== null && changesIn(difference.counts) > 0 && (
          <Button size="sm" onClick={() => view.windows.versions.compare.set({ before: runs, after: 'draft' })}>
            {t('Compare with version {runs}', { runs })}
          </Button>
        )}
      </div>
    </section>
  )
}
