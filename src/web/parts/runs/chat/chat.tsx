import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { ChatState, Sending } from './chat-state.ts'
import { Composer } from './composer.tsx'
import { AgentMessage, Answer, LiveMessage, PersonMessage } from './message.tsx'

interface ChatProps {
  chat: ChatState
  /** Tells chats apart: what was typed is kept under it. */
  name: string
  greeting: string
  starters: readonly string[]
  /** Whether the answer shows while it is written. */
  streams: boolean
  /** Why nothing can be sent now. */
  reason?: string | undefined
  /** The message whose trace is shown. */
  selected?: string | null
  onSelect?: (message: string) => void
}

/** A conversation: what was said, the answer as it is written, and where the next message goes. */
export function Chat({ chat, name, greeting, starters, streams, reason, selected = null, onSelect }: ChatProps) {
  const { messages, sending, live, busy } = chat
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const isNew = messages.length === 0 && sending === null
  const replaced = sending?.replaces
  const cut = replaced === undefined ? -1 : messages.findIndex(({ id }) => id === replaced)
  const shown = cut < 0 ? messages : messages.slice(0, cut)
  const asked = shown.findLast(({ role }) => role === 'person')
  const waits = shown.at(-1)?.role === 'person' && busy && sending === null && shown.at(-1)?.status !== 'waiting'
  useEffect(() => {
    if (messages.length + (live?.length ?? 0) + (sending === null ? 0 : 1) === 0) return
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [messages.length, live, sending])
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard */}
      <div ref={list} role="log" aria-label="Conversation" tabIndex={0} className="grid min-h-0 grow content-start gap-4 overflow-y-auto p-1">
        {greeting !== '' && (
          <Answer>
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {greeting}
            </p>
          </Answer>
        )}
        {shown.map((message, index) =>
          message.role === 'person' ? (
            <PersonMessage
              key={message.id}
              message={message}
              selected={selected === message.id}
              busy={busy}
              onEdit={(text) => chat.send(text, message.files.map(({ file_id, name: file }) => ({ id: file_id, name: file })), message.id)}
              onSelect={onSelect && (() => onSelect(message.id))}
            />
          ) : (
            <AgentMessage
              key={message.id}
              message={message}
              busy={busy}
              onRetry={
                index === shown.length - 1 && asked
                  ? () => chat.send(asked.text, asked.files.map(({ file_id, name: file }) => ({ id: file_id, name: file })), asked.id)
                  : undefined
              }
            />
          ),
        )}
        {sending && <SendingMessage sending={sending} onAgain={chat.again} onDiscard={chat.discard} />}
        {(waits || (sending !== null && sending.error === null)) && <LiveMessage text={streams && sending === null ? live : null} />}
        {isNew && starters.length > 0 && (
          <ul aria-label="Starter questions" className="flex flex-wrap gap-2">
            {starters.map((starter) => (
              <li key={starter} className="max-w-full">
                <button
                  type="button"
                  disabled={busy || reason !== undefined}
                  onClick={() => chat.send(starter, [])}
                  className="max-w-full rounded border border-line bg-surface px-3 py-1.5 text-left text-base hover:border-control hover:bg-hover disabled:opacity-55"
                >
                  <bdi>{starter}</bdi>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Composer name={name} busy={busy} onSend={chat.send} onStop={chat.stop} reason={reason} field={field} />
    </div>
  )
}

function SendingMessage({ sending, onAgain, onDiscard }: { sending: Sending; onAgain: () => void; onDiscard: () => void }) {
  return (
    <div className="grid justify-items-end gap-2">
      <p dir="auto" className="max-w-[85%] whitespace-pre-wrap rounded bg-indigo-soft px-3 py-2 opacity-70 wrap-anywhere">
        {sending.text}
      </p>
      {sending.error !== null && (
        <Callout tone="bad" title="Not sent">
          <p>{sending.error}</p>
          <div className="mt-2 flex gap-2">
            <Button size="sm" onClick={onAgain}>
              Send again
            </Button>
            <Button size="sm" variant="ghost" onClick={onDiscard}>
              Discard
            </Button>
          </div>
        </Callout>
      )}
    </div>
  )
}
