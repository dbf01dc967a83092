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
import type { AgentWorkflow } from '#contract/agents/agent-workflow.ts'
import { t } from '#web/lib/language.ts'
import { layoutSteps, type StepLayout } from '#web/parts/runs/step-layout.ts'
import { StepsDiagram } from '#web/parts/runs/steps-diagram.tsx'

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

/** The steps of a workflow as boxes with lines. */
export function WorkflowDiagram({ workflow }: { workflow: AgentWorkflow }) {
  const picture = layoutSteps(workflow)
  return (
    <div className="grid gap-2">
      <StepsDiagram picture={picture} box={(step) => <StepBox step={step} lines={picture.lines} />} />
      {picture.more > 0 && <p className="text-muted text-base">{t('and {more} more steps', { more: picture.more })}</p>}
    </div>
  )
}

function StepBox({ step, lines }: { step: Step; lines: StepLayout<Step>['lines'] }) {
  const Icon = ICONS[step.category] ?? Box
  const before = lines.filter(({ to }) => to.step.id === step.id)
  const after = before.map(({ from, port }) => (port ? `${from.step.title} (${port})` : from.step.title))
  return (
    <span
      title={`${step.title} · ${step.type_title}`}
      className="mx-auto flex h-full w-fit max-w-full items-center gap-2 rounded border border-line bg-sunken px-2.5 text-xs"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <bdi className="truncate">{step.title}</bdi>
      <span className="sr-only">
        , {step.type_title}
        {after.length > 0 && `, ${t('after {steps}', { steps: after.join(` ${t('and')} `) })}`}
      </span>
    </span>
  )
}
