import { Suspense, useMemo, useState } from 'react'
import type { WorkflowDocument } from '#graph/document.ts'
import { friendly } from '#web/api/friendly.ts'
import { type Difference, differenceOf } from '#web/canvas/model/diff/diff.ts'
import type { Comparison, Side } from '#web/canvas/model/draft/windows.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useSide, useVersions } from '#web/canvas/services/queries/use-versions.ts'
import { DifferenceList } from '#web/canvas/view/comparison/difference-list.tsx'
import { countsInWords } from '#web/canvas/view/comparison/difference-words.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const CompareGraphs = lazyPart(
  () => import('#web/canvas/view/comparison/compare-graphs.tsx'),
  (m) => m.CompareGraphs,
)

/** Two versions, or one and the draft, side by side and as a list. */
export function CompareDialog() {
  const view = useView()
  const store = view.windows.versions.compare
  const comparison = useStore(store)
  if (comparison === null) return null
  return (
    <Dialog open size="full" onClose={() => store.set(null)} title={t('Compare versions')}>
      <Compared comparison={comparison} onChange={store.set} />
    </Dialog>
  )
}

const asSide = (value: string): Side => (value === 'draft' ? 'draft' : Number(value))

function useSideNames(): { options: { value: string; label: string }[]; nameOf: (side: Side) => string } {
  const { data } = useVersions()
  const options = [
    { value: 'draft', label: t('Draft') },
    ...(data?.items ?? []).map(({ number, name, checkpoint, is_live }) => ({
      value: `${number}`,
      label: `${t('Version {number}', { number })}${name || checkpoint ? ` · ${name || checkpoint?.name}` : ''}${is_live ? ` ${t('(live)')}` : ''}`,
    })),
  ]
  return {
    options,
    nameOf: (side) =>
      options.find(({ value }) => value === `${side}`)?.label ?? t('Version {number}', { number: side }),
  }
}

function Compared({ comparison, onChange }: { comparison: Comparison; onChange: (next: Comparison) => void }) {
  const { options, nameOf } = useSideNames()
  const { data } = useVersions()
  const first = comparison.before ?? data?.publication.runs ?? data?.items[0]?.number ?? 'draft'
  const before = useSide(first)
  const after = useSide(comparison.after)
  const difference = useMemo(
    () => (before.document && after.document ? differenceOf(before.document, after.document) : null),
    [before.document, after.document],
  )
  const error = before.error ?? after.error
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-64 max-w-full">
          <Select
            label={t('Before')}
            options={options}
            value={`${first}`}
            onChange={({ target }) => onChange({ ...comparison, before: asSide(target.value) })}
          />
        </div>
        <div className="w-64 max-w-full">
          <Select
            label={t('After')}
            options={options}
            value={`${comparison.after}`}
            onChange={({ target }) => onChange({ ...comparison, after: asSide(target.value) })}
          />
        </div>
        <p role="status" className="pb-2 text-muted text-base">
          {difference && (difference.same ? t('No difference') : countsInWords(difference.counts))}
        </p>
      </div>
      {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
      {difference && before.document && after.document ? (
        <Shown
          difference={difference}
          before={{ document: before.document, label: nameOf(first) }}
          after={{ document: after.document, label: nameOf(comparison.after) }}
        />
      ) : (
        error === null && <Skeleton className="h-64" />
      )}
    </div>
  )
}

interface ShownProps {
  difference: Difference
  before: { document: WorkflowDocument; label: string }
  after: { document: WorkflowDocument; label: string }
}

/** The ids of one node on both sides. */
function bothIds(difference: Difference, id: string): { before: string | null; after: string | null } {
  const change = difference.nodes.find((one) => one.id === id)
  return { before: change?.before?.id ?? null, after: change?.after?.id ?? null }
}

function Shown({ difference, before, after }: ShownProps) {
  const [mode, setMode] = useState(() => (matchMedia('(min-width: 48rem)').matches ? 'graphs' : 'list'))
  const [shown, setShown] = useState<{ before: string | null; after: string | null } | null>(null)
  const titles = useMemo(
    () => new Map([...before.document.nodes, ...after.document.nodes].map(({ id, title }) => [id, title])),
    [before.document, after.document],
  )
  const show = (id: string) => {
    setMode('graphs')
    setShown(bothIds(difference, id))
  }
  return (
    <>
      <Segmented
        label={t('View')}
        value={mode}
        onChange={setMode}
        segments={[
          { value: 'graphs', label: t('Side by side') },
          { value: 'list', label: t('List') },
        ]}
      />
      <div className="flex min-h-0 grow gap-3 max-md:flex-col">
        {mode === 'graphs' && (
          <Suspense fallback={<Skeleton className="h-64 grow" />}>
            <CompareGraphs before={before} after={after} difference={difference} shown={shown} />
          </Suspense>
        )}
        <ScrollRegion
          label={t('Differences')}
          className={`min-h-0 pr-1 ${mode === 'graphs' ? 'md:w-88 md:shrink-0 max-md:max-h-[40%]' : 'mx-auto w-full max-w-3xl'}`}
        >
          <DifferenceList difference={difference} titles={titles} onShow={show} />
        </ScrollRegion>
      </div>
    </>
  )
}
