import { useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { NodeRun, OpenWait, WaitAnswer } from '#contract/runs/executions.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { renew } from '#web/api/query-client.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { runToken } from '#web/lib/run-token.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { AnswerApproval } from '#web/parts/runs/approval/answer-approval.tsx'
import { AskedDetails } from '#web/parts/runs/approval/asked-details.tsx'
import { AssignWait } from '#web/parts/runs/approval/assign-question.tsx'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { refreshRuns } from '#web/parts/runs/start-run.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { HandOn } from './hand-on.tsx'
import { WaitForm } from './wait-form.tsx'
import { waitShape } from './wait-shape.ts'

/** What a run waits for: a person's approval or words, a time, or another run. */
export function Waits({ runId, nodes }: { runId: string; nodes: readonly NodeRun[] }) {
  return nodes.flatMap(({ wait, title }) =>
    wait ? [<Wait key={wait.id} runId={runId} wait={wait} node={title} />] : [],
  )
}

/** Nobody answers it: the run continues once the account is connected again. */
const AccountWait = ({ title, node }: { title: string | null; node: string }) => (
  <Callout tone="warn" title={t('“{step}” is waiting', { step: node })}>
    {title} <TextLink href={paths.settings('apps')}>{t('Your accounts at apps')}</TextLink>
  </Callout>
)

function Wait({ runId, wait, node }: { runId: string; wait: OpenWait; node: string }) {
  const isSignedIn = useUser() !== null
  const [pressed, setPressed] = useState<'approve' | 'reject'>('approve')
  const answer = useAction(async (body: WaitAnswer) => {
    await call('answerWait', { params: { id: runId, wait_id: wait.id }, body }, { runToken: runToken(runId) })
    await renew(runQuery(runId).queryKey)
    refreshRuns()
  })
  if (wait.type === 'timer' || wait.type === 'child') {
    return (
      <Callout title={t('“{step}” is waiting', { step: node })}>
        {wait.type === 'child'
          ? t('For another run to finish.')
          : wait.until && t('Until {time}.', { time: formatExactTime(wait.until) })}
      </Callout>
    )
  }
  if (wait.type === 'account') return <AccountWait title={wait.title} node={node} />
  const form = wait.type === 'form' ? waitShape(wait.details) : null
  return (
    <Card aria-label={t('Waiting for you')} className="grid grid-cols-[minmax(0,1fr)] gap-4 border-warn">
      <h2 className="text-lg">{wait.title ?? node}</h2>
      {wait.details !== null && form === null && <AskedDetails details={wait.details} />}
      {wait.type === 'approval' ? (
        <AnswerApproval
          sending={answer.busy ? pressed : null}
          onAnswer={({ approved, comment }) => {
            setPressed(approved ? 'approve' : 'reject')
            void answer.run({ type: 'approval', approved, comment })
          }}
        >
          {isSignedIn && <HandOn runId={runId} waitId={wait.id} />}
        </AnswerApproval>
      ) : form ? (
        <WaitForm shape={form} busy={answer.busy} onSend={(values) => void answer.run({ type: 'form', values })} />
      ) : (
        <FormAnswer busy={answer.busy} onAnswer={(body) => void answer.run(body)} />
      )}
      {answer.error !== null && <Callout tone="bad">{friendly(answer.error)}</Callout>}
      <AssignWait waitId={wait.id} />
    </Card>
  )
}

interface AnswerProps {
  busy: boolean
  onAnswer: (answer: WaitAnswer) => void
}

/** Typed as any text: its braces would be taken for the name of a value. */
const EXAMPLE: string = '{"name": "Asha"}'

/** The values of a form as JSON, checked by the server against its fields. */
function FormAnswer({ busy, onAnswer }: AnswerProps) {
  const [text, setText] = useState('{}')
  const [error, setError] = useState<string>()
  const send = () => {
    try {
      const values: unknown = JSON.parse(text)
      if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new Error('not an object')
      onAnswer({ type: 'form', values: values as JsonObject })
    } catch {
      setError(t('Write the values as a JSON object, for example {example}', { example: EXAMPLE }))
    }
  }
  return (
    <div className="grid gap-3">
      <TextArea
        label={t('Values')}
        mono
        rows={5}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      <Button variant="primary" className="w-fit" busy={busy && t('Sending...')} onClick={send}>
        {t('Send')}
      </Button>
    </div>
  )
}
