import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import type { BatchDetail } from '#contract/services/batches.ts'
import { load, useData } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { isTyping } from '#web/lib/use-keys.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { type ItemsState, itemQuery } from './batch-queries.ts'
import { itemsAddress } from './results-table.tsx'

const RunPanel = lazyPart(
  () => import('#web/parts/runs/run-panel.tsx'),
  (m) => m.RunPanel,
)

interface Props {
  batch: BatchDetail
  state: ItemsState
  at: number
}

/** `J` and `K` with Shift go on to the next document and back: without it they go through the findings of this one. */
function useDocumentKeys(next: (() => void) | null, previous: (() => void) | null, hasFindings: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const held = event.ctrlKey || event.metaKey || event.altKey
    if (held || isTyping(event.target) || event.defaultPrevented || document.querySelector('dialog[open]')) return
    if (hasFindings && !event.shiftKey) return
    const act = { j: next, k: previous }[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** A document of the table with its result, and the way to the next one. */
export function OpenDocument({ batch, state, at }: Props) {
  const navigate = useNavigate()
  const { items, total } = useData(itemQuery(batch.id, state, at))
  const [item] = items
  const go = (to: number) => () => void navigate(itemsAddress(batch.id, { ...state, at: to }), { replace: true })
  const next = at + 1 < total ? go(at + 1) : null
  const previous = at > 0 ? go(at - 1) : null
  const run = item?.execution_id ?? null
  useDocumentKeys(next, previous, item?.state === 'succeeded')
  useEffect(() => {
    // So that going on is a matter of a moment. Not its result: who reads one is on record as having seen it.
    if (at + 1 < total) void load(itemQuery(batch.id, state, at + 1)).catch(() => {})
  }, [batch.id, state, at, total])
  return (
    <section aria-label={t('Document of the batch')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton
          size="sm"
          icon={<ArrowLeft aria-hidden="true" />}
          href={itemsAddress(batch.id, { ...state, at: null })}
        >
          {t('All documents')}
        </LinkButton>
        <h2 className="wrap-anywhere min-w-0 grow font-medium text-base">{item?.name}</h2>
        {item && <StatusChip status={item.state === 'started' ? 'running' : item.state} />}
        <span className="text-muted tabular-nums">
          {t('{done} of {total}', { done: formatNumber(Math.min(at + 1, total)), total: formatNumber(total) })}
        </span>
        <Button size="sm" icon={<ChevronLeft aria-hidden="true" />} disabled={!previous} onClick={() => previous?.()}>
          {t('Previous')}
        </Button>
        <Button size="sm" icon={<ChevronRight aria-hidden="true" />} disabled={!next} onClick={() => next?.()}>
          {t('Next')}
        </Button>
      </div>
      <p className="text-muted text-base max-md:hidden">
        <Kbd>⇧ J</Kbd> {t('next document')} · <Kbd>⇧ K</Kbd> {t('previous document')}
      </p>
      {item?.state === 'failed' && <Callout tone="bad">{item.message}</Callout>}
      {run === null ? (
        item?.state !== 'failed' && <p className="text-muted">{t('This document has no result.')}</p>
      ) : (
        <Suspense fallback={<Spinner />}>
          <RunPanel key={run} id={run} />
        </Suspense>
      )}
    </section>
  )
}
