import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bot, CircleAlert, Play, Repeat, Wrench } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { formatDuration, formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { insideCostText } from '#web/parts/runs/charge.ts'
import { PlanList } from '#web/parts/runs/plan-list.tsx'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { stepDuration } from '#web/parts/runs/steps.tsx'
import { formatMicros } from '#web/parts/runs/usage.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { runDuration, TraceRowDetail } from './trace-detail.tsx'
import { useTrace } from './trace-query.ts'
import { type TraceRow, traceRows } from './trace-tree.ts'

/** What a run did, as a panel of its own: how it went altogether, then call by call. */
export function TraceOfRun({ id }: { id: string }) {
  const { data: run, isPending } = useQuery(runQuery(id))
  if (isPending) return <Skeleton className="h-24" />
  if (!run) return <p className="text-muted">{t('This run is gone.')}</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Summary run={run} />
      {run.error && <Callout tone="bad">{run.error.message}</Callout>}
      <Trace run={run} />
    </div>
  )
}

function Summary({ run }: { run: Execution }) {
  const { calls, input_tokens, output_tokens, cost_micros } = run.usage
  const inside = insideCostText(run)
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-base tabular-nums">
      <span>{calls === 1 ? t('1 model call') : t('{count} model calls', { count: calls })}</span>
      <span>
        {t('{taken} tokens in, {given} out', { taken: formatNumber(input_tokens), given: formatNumber(output_tokens) })}
      </span>
      <span>{formatMicros(cost_micros)}</span>
      {inside !== null && <span>{inside}</span>}
      <TextLink href={paths.run(run.id)}>{t('Open the run')}</TextLink>
    </p>
  )
}

/** Steps, items and calls as a tree; the chosen one next to it. On a narrow screen beneath it. */
export function Trace({ run }: { run: Execution }) {
  const trace = useTrace(run)
  const [chosen, setChosen] = useState<string | null>(null)
  useEnd(run)
  const rows = traceRows(run, trace.entries, trace.runsInside)
  if (trace.failed)
    return <p className="text-muted">{t('The trace couldn’t be loaded. Reload the page to try again.')}</p>
  if (trace.isPending && trace.entries.length === 0) return <Skeleton className="h-24" />
  const selected = rows.find(({ key }) => key === chosen) ?? firstTelling(rows)
  if (!selected) return <p className="text-muted">{t('Nothing was called yet.')}</p>
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-3">
      {trace.plan && <PlanList plan={trace.plan} open />}
      <div className="grid @lg:grid-cols-[minmax(11rem,2fr)_minmax(0,3fr)] grid-cols-[minmax(0,1fr)] items-start gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <Tree rows={rows} selected={selected.key} onSelect={setChosen} />
          {trace.more && (
            <Button size="sm" onClick={trace.more}>
              {t('Show more calls ({count} of {all})', {
                count: formatNumber(trace.entries.length),
                all: formatNumber(trace.total),
              })}
            </Button>
          )}
        </div>
        <TraceRowDetail key={selected.key} run={run} row={selected} />
      </div>
    </div>
  )
}

/** The first call; without one, the first step that has something to say. */
const firstTelling = (rows: readonly TraceRow[]): TraceRow | undefined =>
  rows.find(({ entry }) => entry !== null) ??
  rows.find(({ node, failed }) => failed || (node?.logs.length ?? 0) > 0) ??
  rows[0]

/** The calls that came between the last look and the end of the run. */
function useEnd({ status }: Execution): void {
  const client = useQueryClient()
  const before = useRef(status)
  useEffect(() => {
    if (!isFinal(before.current) && isFinal(status)) void client.invalidateQueries({ queryKey: ['listTrace'] })
    before.current = status
  }, [client, status])
}

function Tree({
  rows,
  selected,
  onSelect,
}: {
  rows: readonly TraceRow[]
  selected: string
  onSelect: (key: string) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const onKey = (event: KeyboardEvent) => {
    const at = rows.findIndex(({ key }) => key === selected)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    const next = to === undefined ? undefined : rows[Math.min(rows.length - 1, Math.max(0, to))]
    if (!next) return
    event.preventDefault()
    onSelect(next.key)
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.key)}"]`)?.focus()
  }
  return (
    <div
      ref={list}
      role="tree"
      aria-label={t('Steps and calls')}
      onKeyDown={onKey}
      className="max-h-96 overflow-y-auto rounded border border-line bg-surface py-1"
    >
      {rows.map((row) => (
        <div
          key={row.key}
          role="treeitem"
          aria-level={row.level}
          aria-selected={row.key === selected}
          data-row={row.key}
          tabIndex={row.key === selected ? 0 : -1}
          onClick={() => onSelect(row.key)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ') onSelect(row.key)
          }}
          className="flex cursor-pointer items-center gap-2 px-3 py-1 text-base hover:bg-sunken aria-selected:bg-indigo-soft [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
          style={{ paddingInlineStart: `${row.level * 0.9}rem` }}
        >
          <RowIcon row={row} />
          <bdi className={`min-w-0 grow truncate ${row.level === 1 ? 'font-medium' : ''}`}>{row.label}</bdi>
          <span className="shrink-0 text-muted tabular-nums">{figuresOf(row)}</span>
        </div>
      ))}
    </div>
  )
}

function RowIcon({ row: { entry, inside, failed, level } }: { row: TraceRow }) {
  if (failed) return <CircleAlert role="img" aria-label={t('Failed')} className="!text-bad" />
  if (entry?.kind === 'model') return <Bot role="img" aria-label={t('Model')} />
  if (entry) return <Wrench role="img" aria-label={t('Tool')} />
  if (inside) return <Play role="img" aria-label={t('Run')} />
  return level === 1 ? null : <Repeat aria-hidden="true" />
}

function figuresOf({ entry, inside, node }: TraceRow): string {
  if (inside && inside.paise > 0) return formatPaise(inside.paise)
  if (inside) return runDuration(inside)
  if (entry) return formatDuration(entry.ms)
  const took = node && stepDuration(node)
  return took === null ? '' : formatDuration(took)
}
