import { useQuery } from '@tanstack/react-query'
import { ChevronDown, FlaskConical, MessageSquareReply } from 'lucide-react'
import { useState } from 'react'
import type { ChatMessage } from '#contract/runs/conversations.ts'
import { CASE_REFUSED, isFinal } from '#contract/runs/execution-states.ts'
import { t } from '#web/lib/language.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { MakeCase } from '#web/parts/agents/cases/make-case.tsx'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { TraceOfRun } from '#web/parts/runs/trace/trace.tsx'
import { Button } from '#web/ui/button.tsx'

const FOLDED = 'builder.trace.folded'

/** How the chosen message was answered; the newest one when none is chosen. */
export function TracePanel({
  messages,
  selected,
  onAgain,
}: {
  messages: readonly ChatMessage[]
  selected: string | null
  /** Sends the message once more, in a chat of its own; absent while that is not possible. */
  onAgain: ((message: ChatMessage) => void) | undefined
}) {
  const asked = messages.filter(({ role, execution_id }) => role === 'person' && execution_id !== null)
  const message = asked.find((one) => one.id === selected) ?? asked.at(-1)
  const hasEnded = message?.status != null && isFinal(message.status)
  const [folded, setFolded] = useState(() => readStored(FOLDED) === 'yes')
  // Who asks for the trace of an answer wants to see it.
  const [shown, setShown] = useState(selected)
  if (shown !== selected) {
    setShown(selected)
    if (selected !== null) setFolded(false)
  }
  const fold = () => {
    writeStored(FOLDED, folded ? null : 'yes')
    setFolded(!folded)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium max-lg:hidden">
          <button type="button" aria-expanded={!folded} onClick={fold} className="flex items-center gap-1.5 rounded">
            <ChevronDown aria-hidden="true" className={`size-4 text-muted ${folded ? '-rotate-90' : ''}`} />
            {t('Trace')}
          </button>
        </h2>
        <h2 className="font-medium lg:hidden">{t('Trace')}</h2>
        {message?.execution_id && hasEnded && (
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              icon={<MessageSquareReply aria-hidden="true" />}
              disabled={!onAgain}
              onClick={() => onAgain?.(message)}
            >
              {t('Try in a new chat')}
            </Button>
            <KeepAsCase key={message.execution_id} id={message.execution_id} />
          </div>
        )}
      </div>
      <div className={folded ? 'lg:hidden' : 'contents'}>
        {!message?.execution_id ? (
          <p className="text-muted">
            {t('Every model call and tool call of an answer appears here, with tokens, cost and time.')}
          </p>
        ) : hasEnded || message.status === 'waiting' ? (
          <TraceOfRun key={`${message.execution_id} ${message.status}`} id={message.execution_id} />
        ) : (
          <p role="status" className="text-muted">
            {t('The trace appears when the answer is complete.')}
          </p>
        )}
      </div>
    </div>
  )
}

function KeepAsCase({ id }: { id: string }) {
  const { data: run } = useQuery(runQuery(id))
  const [keeping, setKeeping] = useState(false)
  if (run?.abilities.make_case.reason === CASE_REFUSED) return null
  return (
    <>
      <Button size="sm" icon={<FlaskConical aria-hidden="true" />} disabled={!run} onClick={() => setKeeping(true)}>
        {t('Make a test case')}
      </Button>
      {run && keeping && <MakeCase run={run} onClose={() => setKeeping(false)} />}
    </>
  )
}
