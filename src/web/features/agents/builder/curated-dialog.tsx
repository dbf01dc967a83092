import { type FormEvent, useState } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { CURATED } from '#contract/workflows/curated-answer-values.ts'
import type { CuratedAnswerId } from '#contract/workflows/curated-answers.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { Failure, problemOf } from '#web/parts/workflows/forms/problems.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

/** An answer as it is being written; `id` is there once it is stored. */
export interface DraftAnswer {
  id?: CuratedAnswerId
  questions: readonly string[]
  answer: string
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** “When asked this, say that”: a new answer, another wording of one, or what should have been said in a chat. */
export function CuratedDialog({
  workflow,
  title,
  draft,
  onSaved,
  onClose,
}: {
  workflow: WorkflowId
  title: string
  draft: DraftAnswer
  onSaved?: () => void
  onClose: () => void
}) {
  const [questions, setQuestions] = useState(draft.questions.join('\n'))
  const [answer, setAnswer] = useState(draft.answer)
  const save = useAction(async () => {
    const body = { questions: linesOf(questions), answer }
    if (draft.id === undefined) await call('addCuratedAnswer', { params: { id: workflow }, body })
    else await call('updateCuratedAnswer', { params: { id: workflow, answer_id: draft.id }, body })
    await refresh('listCuratedAnswers')
    onSaved?.()
    notify({ type: 'success', title: t('Saved. The same question now gets exactly this answer.') })
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  const questionProblem = ['questions', ...linesOf(questions).map((_, at) => `questions.${at}`)].flatMap(
    (field) => problemOf(save.error, field) ?? [],
  )[0]
  return (
    <Dialog open onClose={onClose} title={title}>
      <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TextArea
          label={t('When asked')}
          help={t('One question per line, up to {phrasings} ways to ask it. More ways make it match more often.', {
            phrasings: CURATED.phrasings,
          })}
          rows={3}
          dir="auto"
          value={questions}
          error={questionProblem}
          onChange={({ target }) => setQuestions(target.value)}
        />
        <TextArea
          label={t('Say exactly')}
          help={t('Markdown works: **bold**, lists and links.')}
          rows={6}
          dir="auto"
          maxLength={CURATED.answer}
          value={answer}
          error={problemOf(save.error, 'answer')}
          onChange={({ target }) => setAnswer(target.value)}
        />
        <Failure error={save.error} shown={/^(?:answer|questions(?:\.\d+)?)$/} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={save.busy && t('Saving...')}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
