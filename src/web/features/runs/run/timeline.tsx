import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { NodeRun } from '#contract/runs/executions.ts'
import { formatDuration } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import type { LiveRun } from '#web/parts/runs/live-run.ts'
import { nodeKey } from '#web/parts/runs/run-events.ts'
import { stepDuration } from '#web/parts/runs/steps.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { StepDetail, type StepDetailProps } from './step-detail.tsx'

/** When the first step began and how long the run has taken so far, for bars on one scale. */
function scaleOf(nodes: readonly NodeRun[]): { start: number; length: number } {
  const starts = nodes.flatMap(({ started_at }) => (started_at ? [Date.parse(started_at)] : []))
  const ends = nodes.flatMap(({ finished_at }) => (finished_at ? [Date.parse(finished_at)] : []))
  const start = Math.min(...starts)
  return { start, length: Math.max(1, Math.max(...ends, ...starts) - start) }
}

export interface TimelineProps {
  live: LiveRun
  /** The step that is open by its address: `node_id:iteration`. */
  selected: string | null
  onFork: StepDetailProps['onFork']
}

/** Every step with its time on one scale; opened, it tells everything of itself. */
export function Timeline({ live, selected, onFork }: TimelineProps) {
  const { nodes } = live.run
  const scale = scaleOf(nodes)
  return (
    <ol className="overflow-hidden surface-card">
      {nodes.map((node) => (
        <li key={nodeKey(node)} className="border-line border-b last:border-0">
          <Step
            run={live.run}
            node={node}
            scale={scale}
            progress={live.progress[nodeKey(node)]}
            isSelected={selected === nodeKey(node)}
            onFork={onFork}
          />
        </li>
      ))}
    </ol>
  )
}

type StepProps = StepDetailProps & { scale: ReturnType<typeof scaleOf>; isSelected: boolean }

function Step({ run, node, scale, progress, isSelected, onFork }: StepProps) {
  const took = stepDuration(node)
  const ref = useRef<HTMLDetailsElement>(null)
  // What is inside may be large: it is made when it is first looked at.
  const [opened, setOpened] = useState(node.error !== null)
  useEffect(() => {
    const element = ref.current
    if (!isSelected || !element) return
    element.open = true
    element.querySelector('summary')?.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <details
      ref={ref}
      open={node.error !== null}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
      className="group"
    >
      <summary className="grid min-h-11 grid-cols-[1rem_minmax(0,1fr)_auto_4.5rem] items-center gap-3 px-3 py-1.5 -outline-offset-2 hover:bg-hover sm:grid-cols-[1rem_minmax(0,14rem)_1fr_auto_4.5rem]">
        <ChevronRight aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-90" />
        <span className="min-w-0 truncate">
          {node.title}
          {node.iteration !== '' && (
            <span className="text-muted"> · {t('item {number}', { number: node.iteration })}</span>
          )}
          {node.tries.length > 0 && (
            <span className="text-warn"> · {t('attempt {number}', { number: node.attempts })}</span>
          )}
        </span>
        <Bar node={node} scale={scale} />
        <StatusChip status={node.status} />
        <span className="text-right text-muted text-xs tabular-nums">{took === null ? '' : formatDuration(took)}</span>
      </summary>
      {opened && <StepDetail run={run} node={node} progress={progress} onFork={onFork} />}
    </details>
  )
}

function Bar({ node, scale }: Pick<StepProps, 'node' | 'scale'>) {
  const took = stepDuration(node)
  if (node.started_at === null || took === null) return <span className="max-sm:hidden" />
  const left = ((Date.parse(node.started_at) - scale.start) / scale.length) * 100
  const width = Math.min(100 - left, Math.max(0.8, (took / scale.length) * 100))
  return (
    <span aria-hidden="true" className="relative h-1.5 rounded-full bg-hover max-sm:hidden">
      <span
        className={`absolute h-full rounded-full ${node.error ? 'bg-bad' : 'bg-control'}`}
        style={{ left: `${left}%`, width: `${width}%` }}
      />
    </span>
  )
}
