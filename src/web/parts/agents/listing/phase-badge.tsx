import type { AgentPhase } from '#contract/agents/agent-states.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'

const words = (): Record<AgentPhase, { label: string; tone: 'neutral' | 'good' | 'warn' | 'bad' }> => ({
  draft: { label: t('Draft'), tone: 'neutral' },
  in_review: { label: t('In review'), tone: 'warn' },
  published: { label: t('Published'), tone: 'good' },
  updating: { label: t('Published, new version in review'), tone: 'good' },
  deprecated: { label: t('Deprecated'), tone: 'warn' },
  suspended: { label: t('Suspended'), tone: 'bad' },
  archived: { label: t('Archived'), tone: 'neutral' },
  rejected: { label: t('Changes requested'), tone: 'bad' },
})

/** The phase of an agent. */
export function PhaseBadge({ phase }: { phase: AgentPhase }) {
  const { label, tone } = words()[phase]
  return <Badge tone={tone}>{label}</Badge>
}
