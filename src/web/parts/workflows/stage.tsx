import type { TriggerType } from '#contract/workflows/triggers.ts'
import type { WorkflowStage } from '#contract/workflows/workflow-list-values.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { triggerTitles } from './trigger-titles.ts'

const TONES: Record<WorkflowStage, Tone> = { draft: 'outline', live: 'good', changed: 'warn', off: 'neutral' }

/** The one state of a workflow, in the list and in the designer. */
export const stageTitles = (): Record<WorkflowStage, string> => ({
  draft: t('Draft'),
  live: t('Live'),
  changed: t('Live with changes'),
  off: t('Off'),
})

export const StageBadge = ({ stage }: { stage: WorkflowStage }) => (
  <Badge tone={TONES[stage]}>{stageTitles()[stage]}</Badge>
)

interface Staged {
  stage: WorkflowStage
  /** What its trigger and programs run. */
  version: number | null
  trigger: TriggerType | null
}

/** What starts it and which version that runs. */
export function stageWords({ stage, version, trigger }: Staged): string {
  const title = trigger && triggerTitles()[trigger]
  if (stage === 'draft') return title ? t('Not run or published yet') : t('Nothing starts it yet')
  if (stage === 'off')
    return title && version !== null ? t('{trigger} is paused', { trigger: title }) : t('Unpublished')
  if (title) return t('{trigger} starts version {version}', { trigger: title, version: version ?? 1 })
  return t('Version {version}, started by hand', { version: version ?? 1 })
}
