import type { Execution } from '#contract/executions.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { StatusDot } from '#web/ui/status.tsx'
import { type NodeSum, sumByNode } from './run-values.ts'
import { type Line, type Placed, pictureOf } from './step-layout.ts'

type Step = Execution['graph']['nodes'][number]

/** Heights in px: of a row, and of the box in it. */
const ROW = 56
const BOX = 36
const MOST = 200

const middle = ({ left, width }: Placed<Step>): number => (left + width / 2) * 100

function path({ from, to }: Line<Step>): string {
  const [x1, y1, x2, y2] = [middle(from), from.row * ROW + BOX, middle(to), to.row * ROW]
  const bend = Math.max(10, (y2 - y1) / 2)
  return `M ${x1} ${y1} C ${x1} ${y1 + bend}, ${x2} ${y2 - bend}, ${x2} ${y2}`
}

export interface RunGraphProps {
  run: Pick<Execution, 'graph' | 'nodes'>
  /** The node that is open. */
  selected: string | null
  /** Opens a node, by its id and the item that matters most. */
  onSelect: (node_id: string, iteration: string) => void
}

/** The workflow of a run as a picture: a box for each node with its state, the ways that were taken drawn stronger. */
export function RunGraph({ run, selected, onSelect }: RunGraphProps) {
  const picture = pictureOf({ steps: run.graph.nodes, edges: run.graph.edges }, MOST)
  const sums = sumByNode(run.nodes)
  const height = (picture.rows - 1) * ROW + BOX
  const taken = ({ from, port }: Line<Step>) => sums.get(from.step.id)?.row.port === (port ?? 'out')
  const byRow = Map.groupBy(picture.steps, ({ row }) => row)
  const widest = Math.max(1, ...[...byRow.values()].map(({ length }) => length))
  return (
    <ScrollRegion label="Picture of the workflow" className="max-h-[36rem] p-1">
      <div className="relative" style={{ height, minWidth: `${widest * 7}rem` }}>
        <svg
          aria-hidden="true"
          viewBox={`0 0 100 ${height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          {picture.lines.map((line) => (
            <path
              key={`${line.from.step.id} ${line.port} ${line.to.step.id}`}
              d={path(line)}
              fill="none"
              stroke="currentColor"
              strokeWidth={taken(line) ? 2 : 1}
              strokeDasharray={taken(line) ? undefined : '3 3'}
              vectorEffect="non-scaling-stroke"
              className="text-control"
            />
          ))}
        </svg>
        <ol className="contents">
          {picture.steps.map((placed) => (
            <Box
              key={placed.step.id}
              placed={placed}
              sum={sums.get(placed.step.id)}
              isOpen={selected === placed.step.id}
              onSelect={onSelect}
            />
          ))}
        </ol>
      </div>
      {picture.more > 0 && <p className="text-muted text-sm">and {picture.more} more steps, in the timeline</p>}
    </ScrollRegion>
  )
}

function Box({
  placed: { step, row, left, width },
  sum,
  isOpen,
  onSelect,
}: {
  placed: Placed<Step>
  sum: NodeSum | undefined
  isOpen: boolean
  onSelect: RunGraphProps['onSelect']
}) {
  const quiet = !sum || sum.state === 'pending' || sum.state === 'skipped'
  return (
    <li
      className="absolute px-1"
      style={{ top: row * ROW, left: `${left * 100}%`, width: `${width * 100}%`, height: BOX }}
    >
      <button
        type="button"
        title={`${step.title} · ${step.type}`}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onSelect(step.id, sum?.row.iteration ?? '')}
        className={`mx-auto flex h-full w-fit max-w-full items-center gap-2 rounded border bg-surface px-2.5 text-sm hover:bg-hover aria-[current]:border-indigo aria-[current]:bg-indigo-soft ${sum?.state === 'failed' ? 'border-bad' : 'border-line'}`}
      >
        <StatusDot status={sum?.state ?? 'pending'} />
        <bdi className={`truncate ${quiet ? 'text-muted' : ''}`}>{step.title}</bdi>
        {sum && sum.items > 1 && (
          <span className="shrink-0 text-muted tabular-nums">
            {sum.ended}/{sum.items}
          </span>
        )}
      </button>
    </li>
  )
}
