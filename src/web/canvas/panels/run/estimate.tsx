import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { Estimate } from '#contract/workflows/test-runs.ts'
import { refresh } from '#web/api/action.ts'
import { q } from '#web/api/query.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { formatDuration } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { formatMicros } from '#web/parts/runs/usage.ts'

const between = (low: string, high: string): string => (low === high ? low : `${low}–${high}`)
const ms = (value: number): string => (value === 0 ? t('under 1 ms') : formatDuration(value))

/** `₹0.02–₹0.08 · 3 s–9 s`, and on hover what it is made from. */
export function estimateWords({ runs, ms: time, cost_micros: cost, unknown }: Estimate): {
  text: string
  more: string
} {
  if (runs === 0 || time === null || cost === null)
    return {
      text: t('No estimate'),
      more: t('Estimated cost and duration appear after the first full run.'),
    }
  const money = cost.p90 === 0 ? '₹0' : between(formatMicros(cost.p50), formatMicros(cost.p90))
  const made =
    runs === 1
      ? t(
          'Half of the runs stay below the first figure, nine of ten below the second: from one run of this workflow, without the time it waits for people.',
        )
      : t(
          'Half of the runs stay below the first figure, nine of ten below the second: from {count} runs of this workflow, without the time it waits for people.',
          { count: runs },
        )
  const left =
    unknown.length === 0
      ? ''
      : ` ${unknown.length === 1 ? t('Not counted: one node that has not run yet.') : t('Not counted: {count} nodes that have not run yet.', { count: unknown.length })}`
  return {
    text: t('About {money} · {time}', { money, time: between(ms(time.p50), ms(time.p90)) }),
    more: made + left,
  }
}

/** What one run of the draft is likely to cost and take; asked again when the draft is saved and when a run has ended. */
export function EstimateChip() {
  const draft = useDraft()
  const { data } = useQuery(q('estimateWorkflow', { params: { id: draft.id as WorkflowId } }))
  const saved = usePart(draft.save, (save) => (save.state === 'saved' ? save.at : null))
  const ended = usePart(draft.run.execution, (run) => run?.finished_at ?? null)
  const nodes = useStore(draft.document).nodes.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when one of these changes
  useEffect(() => void refresh('estimateWorkflow'), [saved, ended])
  if (!data || nodes === 0) return null
  const { text, more } = estimateWords(data)
  return (
    <p
      title={more}
      data-estimate={data.runs}
      className="ml-2 whitespace-nowrap text-muted text-base tabular-nums max-xl:hidden"
    >
      <span className="sr-only">{t('Estimated for a run:')} </span>
      {text}
      <span className="sr-only">. {more}</span>
    </p>
  )
}
