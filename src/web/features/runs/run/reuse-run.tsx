import { PencilRuler } from 'lucide-react'
import { useNavigate } from 'react-router'
import { FORK_REFUSED } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { isObject } from '#shared/json.ts'
import { keepDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'

/** What a person wrote to an agent; null for a run of something else. */
const messageOf = ({ input, graph }: Execution): string | null =>
  isObject(input) && typeof input.message === 'string' && graph.nodes.some(({ type }) => type === 'chat_trigger')
    ? input.message
    : null

/** For those who edit the workflow: the run again where it can be changed. Test cases are made below the result, without personal data. */
export function ReuseRun({ run }: { run: Execution }) {
  const navigate = useNavigate()
  if (run.abilities.fork.reason === FORK_REFUSED || !run.content_open || run.payload_removed_at !== null) return null
  const message = messageOf(run)
  const toBuilder = () => {
    // The builder’s chat begins with what is kept for it.
    keepDraft(`chat-${run.workflow.id}`, { text: message ?? '' })
    void navigate(paths.customAgent(run.workflow.id))
  }
  return message === null ? (
    <LinkButton
      size="sm"
      icon={<PencilRuler aria-hidden="true" />}
      href={paths.designer(run.workflow.id, { run: run.id })}
    >
      {t('Open with this input')}
    </LinkButton>
  ) : (
    <Button size="sm" icon={<PencilRuler aria-hidden="true" />} onClick={toBuilder}>
      {t('Open in builder')}
    </Button>
  )
}
