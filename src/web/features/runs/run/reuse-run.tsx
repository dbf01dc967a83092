import { FlaskConical, PencilRuler } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CASE_REFUSED, FORK_REFUSED } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { isObject } from '#shared/json.ts'
import { keepDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { MakeCase } from '#web/parts/agents/cases/make-case.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'

/** What a person wrote to an agent; null for a run of something else. */
const messageOf = ({ input, graph }: Execution): string | null =>
  isObject(input) && typeof input.message === 'string' && graph.nodes.some(({ type }) => type === 'chat_trigger')
    ? input.message
    : null

/** For those who edit the workflow: the run again where it can be changed. For its owner: as a test case, too. */
export function ReuseRun({ run }: { run: Execution }) {
  const navigate = useNavigate()
  const [keeping, setKeeping] = useState(false)
  if (run.abilities.fork.reason === FORK_REFUSED || !run.content_open || run.payload_removed_at !== null) return null
  const message = messageOf(run)
  const toBuilder = () => {
    // The builder’s chat begins with what is kept for it.
    keepDraft(`chat-${run.workflow.id}`, { text: message ?? '' })
    void navigate(paths.customAgent(run.workflow.id))
  }
  return (
    <>
      {message === null ? (
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
      )}
      {run.abilities.make_case.reason !== CASE_REFUSED && (
        <Button
          size="sm"
          icon={<FlaskConical aria-hidden="true" />}
          reason={run.abilities.make_case.reason ?? undefined}
          onClick={() => setKeeping(true)}
        >
          {t('Make a test case')}
        </Button>
      )}
      {keeping && <MakeCase run={run} onClose={() => setKeeping(false)} />}
    </>
  )
}
