import { type FormEvent, useState } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { CURATED } from '#contract/workflows/curated-answer-values.ts'
import type { CuratedMatch } from '#contract/workflows/curated-answers.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** Shows which curated answers are close to a question, and which of them would be given. */
export function TryQuestion({ id, needed }: { id: WorkflowId; needed: number }) {
  const [question, setQuestion] = useState('')
  const [found, setFound] = useState<readonly CuratedMatch[] | null>(null)
  const look = useAction(async () => {
    setFound((await call('matchCuratedAnswers', { params: { id }, body: { question } })).items)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() !== '') void look.run()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <TextField
          label={t('Try a question')}
          dir="auto"
          maxLength={CURATED.question}
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <Button type="submit" busy={look.busy && t('Trying...')} disabled={question.trim() === ''}>
          {t('Try')}
        </Button>
      </form>
      {look.error !== null && <Callout tone="bad">{friendly(look.error)}</Callout>}
      <div role="status">{found && <Found found={found} needed={needed} />}</div>
    </div>
  )
}

function Found({ found, needed }: { found: readonly CuratedMatch[]; needed: number }) {
  const [best] = found
  if (!best) return <p className="text-muted">{t('No curated answer is close. The model answers.')}</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p>
        {best.score >= needed
          ? t('The first of these answers would be given.')
          : t('The model answers: no similarity reaches {needed}.', { needed })}
      </p>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-1 text-muted">
        {found.map(({ id, question, score }) => (
          <li key={id} className="flex gap-2">
            <span className="tabular-nums">{score.toFixed(2)}</span>
            <span dir="auto" className="wrap-anywhere">
              {question}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
