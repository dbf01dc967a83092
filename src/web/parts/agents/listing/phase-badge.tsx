import type { AgentPhase } from '#contract/agents/agent-states.ts'
import { Badge } from '#web/ui/badge.tsx'

const WORDS: Record<AgentPhase, { label: string; tone: 'neutral' | 'good' | 'warn' | 'bad' }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  in_review: { label: 'In review', tone: 'warn' },
  published: { label: 'Published', tone: 'good' },
  updating: { label: 'Published, new version in review', tone: 'good' },
  deprecated: { label: 'Deprecated', tone: 'warn' },
  suspended: { label: 'Suspended', tone: 'bad' },
  archived: { label: 'Archived', tone: 'neutral' },
  rejected: { label: 'Changes requested', tone: 'bad' },
}

/** The phase of an agent. */
export function PhaseBadge({ phase }: { phase: AgentPhase }) {
  const { label, tone } = WORDS[phase]
  return <Badge tone={tone}>{label}</Badge>
}
