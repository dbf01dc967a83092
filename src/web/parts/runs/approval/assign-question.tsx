import { useQuery } from '@tanstack/react-query'
import type { ReviewPerson } from '#contract/runs/decisions.ts'
import type { OpenQuestion } from '#contract/runs/review-queue.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'

interface AssignQuestionProps {
  question: OpenQuestion
  people: readonly ReviewPerson[]
  hideLabel?: boolean
}

/** Who is asked to answer what a run waits for. Others who may answer still can. */
export function AssignQuestion({ question, people, hideLabel = false }: AssignQuestionProps) {
  const { execution_id: id, wait_id, assignee, assignment } = question
  const assign = useAction(async (to: string) => {
    const body = { assignee_id: people.find((person) => person.id === to)?.id ?? null, seen: assignment }
    try {
      await call('assignWait', { params: { id, wait_id }, body })
    } finally {
      // Also after a refusal: it may have been assigned or answered meanwhile.
      await refresh('listReviewQueue')
    }
  })
  return (
    <div className="grid gap-2">
      <Select
        label={
          hideLabel
            ? t('Who answers “{title}”', { title: question.title ?? t('An answer is needed') })
            : t('Assigned to')
        }
        hideLabel={hideLabel}
        value={assignee?.id ?? ''}
        disabled={assign.busy}
        options={[
          { value: '', label: t('Nobody') },
          ...people.map((person) => ({ value: person.id as string, label: person.name })),
        ]}
        onChange={({ target }) => void assign.run(target.value)}
      />
      {assign.error !== null && <Callout tone="bad">{friendly(assign.error)}</Callout>}
    </div>
  )
}

const questionsQuery = q('listReviewQueue', { query: { limit: 1 } })

/** The same on the page of a run: in a workspace, for who may answer. */
export function AssignWait({ waitId }: { waitId: string }) {
  const isShared = useUser()?.workspace !== undefined
  const { data: queue } = useQuery({ ...questionsQuery, enabled: isShared })
  const question = queue?.questions.find(({ wait_id }) => wait_id === waitId)
  if (queue === undefined || question === undefined) return null
  return <AssignQuestion question={question} people={queue.people} />
}
