import type { ChatMessage } from '#contract/runs/conversations.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import { TraceOfRun } from '#web/parts/runs/trace/trace.tsx'

/** How the chosen message was answered; the newest one when none is chosen. */
export function TracePanel({ messages, selected }: { messages: readonly ChatMessage[]; selected: string | null }) {
  const asked = messages.filter(({ role, execution_id }) => role === 'person' && execution_id !== null)
  const message = asked.find((one) => one.id === selected) ?? asked.at(-1)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="font-medium">Trace</h2>
      {!message?.execution_id ? (
        <p className="text-muted">
          Every model call and tool call of an answer appears here, with tokens, cost and time.
        </p>
      ) : message.status !== null && (isFinal(message.status) || message.status === 'waiting') ? (
        <TraceOfRun key={`${message.execution_id} ${message.status}`} id={message.execution_id} />
      ) : (
        <p role="status" className="text-muted">
          The trace appears when the answer is complete.
        </p>
      )}
    </div>
  )
}
