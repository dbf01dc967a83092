import type { Execution } from '#contract/runs/executions.ts'
import { t } from '#web/lib/language.ts'
import { type NodeSum, sumByNode } from '#web/parts/runs/run-values.ts'
import { layoutSteps } from '#web/parts/runs/step-layout.ts'
import { StepsDiagram } from '#web/parts/runs/steps-diagram.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { StatusDot } from '#web/ui/status.tsx'

type Step = Execution['graph']['nodes'][number]

const MOST = 200

export interface RunGraphProps {
  run: Pick<Execution, 'graph' | 'nodes'>
  /** The node that is open. */
  selected: string | null
  /** Opens a node, by its id and the item that matters most. */
  onSelect: (node_id: string, iteration: string) => void
}

/** The workflow of a run as a picture: a box for each node with its state, the ways that were taken drawn stronger. */
export function RunGraph({ run, selected, onSelect }: RunGraphProps) {
  const picture = layoutSteps({ steps: run.graph.nodes, edges: run.graph.edges }, MOST)
  const sums = sumByNode(run.nodes)
  const byRow = Map.groupBy(picture.steps, ({ row }) => row)
  const widest = Math.max(1, ...[...byRow.values()].map(({ length }) => length))
  return (
    <ScrollRegion label={t('Workflow diagram')} className="max-h-[36rem] p-1">
      <div style={{ minWidth: `${widest * 7}rem` }}>
        <StepsDiagram
          picture={picture}
          dashed={({ from, port }) => sums.get(from.step.id)?.row.port !== (port ?? 'out')}
          box={(step) => <Box step={step} sum={sums.get(step.id)} isOpen={selected === step.id} onSelect={onSelect} />}
        />
      </div>
      {picture.more > 0 && (
        <p className="text-muted text-base">{t('and {count} more steps, in the timeline', { count: picture.more })}</p>
      )}
    </ScrollRegion>
  )
}

function Box({
  step,
  sum,
  isOpen,
  onSelect,
}: {
  step: Step
  sum: NodeSum | undefined
  isOpen: boolean
  onSelect: RunGraphProps['onSelect']
}) {
  const quiet = !sum || sum.state === 'pending' || sum.state === 'skipped'
  return (
    <button
      type="button"
      title={`${step.title} · ${step.type}`}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onSelect(step.id, sum?.row.iteration ?? '')}
      className={`mx-auto flex h-full w-fit max-w-full items-center gap-2 rounded border bg-surface px-2.5 text-base hover:bg-hover aria-[current]:border-indigo aria-[current]:bg-indigo-soft ${sum?.state === 'failed' ? 'border-bad' : 'border-line'}`}
    >
      <StatusDot status={sum?.state ?? 'pending'} />
      <bdi className={`truncate ${quiet ? 'text-muted' : ''}`}>{step.title}</bdi>
      {sum && sum.items > 1 && (
        <span className="shrink-0 text-muted tabular-nums">
          {sum.ended}/{sum.items}
        </span>
      )}
    </button>
  )
}
