import {
  Box,
  Braces,
  Brain,
  Code,
  FileText,
  GitBranch,
  Globe,
  type LucideIcon,
  Play,
  Presentation,
  Scale,
  Stethoscope,
  UserCheck,
} from 'lucide-react'
import type { AgentWorkflow } from '#contract/agent-workflow.ts'
import { type Line, type Picture, type Placed, pictureOf } from '#web/run/step-layout.ts'

const ICONS: Record<string, LucideIcon> = {
  trigger: Play,
  flow: GitBranch,
  data: Braces,
  people: UserCheck,
  integration: Globe,
  code: Code,
  document: FileText,
  healthcare: Stethoscope,
  legal: Scale,
  ai: Brain,
  output: Presentation,
}

type Step = AgentWorkflow['steps'][number]

/** Heights in px: of a row, and of the box in it. */
const ROW = 60
const BOX = 40

const middle = ({ left, width }: Placed<Step>): number => (left + width / 2) * 100

function path({ from, to }: Line<Step>): string {
  const [x1, y1, x2, y2] = [middle(from), from.row * ROW + BOX, middle(to), to.row * ROW]
  const bend = Math.max(10, (y2 - y1) / 2)
  return `M ${x1} ${y1} C ${x1} ${y1 + bend}, ${x2} ${y2 - bend}, ${x2} ${y2}`
}

/** The steps of a workflow as boxes with lines, and for screen readers as a list. */
export function StepPicture({ workflow }: { workflow: AgentWorkflow }) {
  const picture = pictureOf(workflow)
  const height = (picture.rows - 1) * ROW + BOX
  return (
    <div className="grid gap-2">
      <div className="relative" style={{ height }}>
        <svg
          aria-hidden="true"
          viewBox={`0 0 100 ${height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full text-control"
        >
          {picture.lines.map((line) => (
            <path
              key={`${line.from.step.id} ${line.port} ${line.to.step.id}`}
              d={path(line)}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <ol className="contents">
          {picture.steps.map((placed) => (
            <StepBox key={placed.step.id} placed={placed} picture={picture} />
          ))}
        </ol>
      </div>
      {picture.more > 0 && <p className="text-muted text-sm">and {picture.more} more steps</p>}
    </div>
  )
}

function StepBox({ placed: { step, row, left, width }, picture }: { placed: Placed<Step>; picture: Picture<Step> }) {
  const Icon = ICONS[step.category] ?? Box
  const before = picture.lines.filter(({ to }) => to.step.id === step.id)
  const after = before.map(({ from, port }) => (port ? `${from.step.title} (${port})` : from.step.title))
  return (
    <li
      className="absolute px-1"
      style={{ top: row * ROW, left: `${left * 100}%`, width: `${width * 100}%`, height: BOX }}
    >
      <span
        title={`${step.title} · ${step.type_title}`}
        className="mx-auto flex h-full w-fit max-w-full items-center gap-2 rounded border border-line bg-sunken px-2.5 text-sm"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <bdi className="truncate">{step.title}</bdi>
        <span className="sr-only">
          , {step.type_title}
          {after.length > 0 && `, after ${after.join(' and ')}`}
        </span>
      </span>
    </li>
  )
}
