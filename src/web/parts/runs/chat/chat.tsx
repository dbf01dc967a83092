import { Fragment, type RefObject, Suspense, useEffect, useRef } from 'react'
import type { ChatMessage } from '#contract/runs/conversations.ts'
import { CURATED } from '#contract/workflows/curated-answer-values.ts'
import { t } from '#web/lib/language.ts'
import { optionalPart } from '#web/lib/lazy-part.tsx'
import { PlanList } from '#web/parts/runs/plan-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { ChatState, Sending } from './chat-state.ts'
import { Composer } from './composer.tsx'
import { SHOWN } from './join-pages.ts'
import { AgentMessage, Answer, LiveMessage, Notice, PersonMessage, StaffMessage } from './message.tsx'

// Few chats have so many messages.
const EarlierMessages = optionalPart(
  () => import('./earlier-messages.tsx'),
  (m) => m.EarlierMessages,
)

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
  /** Lets a person write what should have been said; absent where that can’t be. */
  onFix?: ((question: string, answer: string) => void) | undefined
}

/** A conversation: what was said, the answer as it is written, and where the next message goes. */
export function Chat(props: ChatProps) {
  const { chat, name, greeting, starters, streams, reason } = props
  const { messages, sending, live, livePlan } = chat
  const end = useRef<HTMLDivElement>(null)
  const shown = withoutReplaced(messages, sending)
  const isSending = sending !== null && sending.error === null
  const asked = shown.findLast(({ role, to_staff }) => role === 'person' && !to_staff)
  const isAnswering = chat.answering && sending === null && asked?.status !== 'waiting'
  const plan = livePlan ?? asked?.plan ?? null
  useStayAtEnd(end)
  // What is put before them moves nothing.
  const newest = messages.at(-1)?.id
  useEffect(() => {
    if (newest !== undefined || live !== null || sending !== null) end.current?.scrollIntoView({ block: 'nearest' })
  }, [newest, live, sending])
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-3">
      <ScrollRegion label={t('Conversation')} className="min-h-0 grow overflow-y-auto">
        <div role="log" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-1">
          {(chat.earlier !== null || messages.length > SHOWN) && (
            <Suspense>
              <EarlierMessages load={chat.earlier} oldest={messages[0]?.id} />
            </Suspense>
          )}
          {greeting !== '' && chat.earlier === null && (
            <Answer>
              <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {greeting}
              </p>
            </Answer>
          )}
          <Messages {...props} shown={shown} />
          {sending && <SendingMessage sending={sending} onAgain={chat.again} onDiscard={chat.discard} />}
          {isAnswering && plan && <PlanList plan={plan} open />}
          {(isAnswering || isSending) && (
            <LiveMessage text={streams && isAnswering ? live : null} stopping={chat.stopping} />
          )}
          {isAnswering && chat.stopFailed !== null && (
            <p role="alert" className="text-bad text-base">
              {t('The answer couldn’t be stopped.')} {chat.stopFailed}
            </p>
          )}
          {messages.length === 0 && sending === null && starters.length > 0 && (
            <Starters starters={starters} disabled={reason !== undefined} onChoose={(text) => chat.send(text, [])} />
          )}
          {chat.lost && (
            <p role="status" className="text-muted text-base">
              {t('Connection lost. Reconnecting...')}
            </p>
          )}
          <div ref={end} />
        </div>
      </ScrollRegion>
      <Composer name={name} chat={chat} reason={reason} />
    </div>
  )
}

/** Who reads the end keeps it in view when the sources of an answer come in, or something next to the chat takes room. */
function useStayAtEnd(end: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const log = end.current?.parentElement
    const region = log?.parentElement
    if (!log || !region) return
    let isAtEnd = true
    const onScroll = () => {
      isAtEnd = region.scrollHeight - region.scrollTop - region.clientHeight < 48
    }
    const observer = new ResizeObserver(() => {
      if (isAtEnd && log.childElementCount > 2) region.scrollTop = region.scrollHeight
    })
    region.addEventListener('scroll', onScroll, { passive: true })
    observer.observe(log)
    observer.observe(region)
    return () => {
      region.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [end])
}

/** An edited message takes the place of what follows it, already while it is sent. */
function withoutReplaced(messages: readonly ChatMessage[], sending: Sending | null): readonly ChatMessage[] {
  const at = messages.findIndex(({ id }) => id === sending?.replaces)
  return at < 0 ? messages : messages.slice(0, at)
}

/** An answer in text can be fixed for the question it answers. */
const fixOf = (answer: ChatMessage, asked: ChatMessage | undefined, fix: (question: string, answer: string) => void) =>
  asked?.role === 'person' && asked.files.length === 0 && asked.text.length <= CURATED.question && answer.data === null
    ? () => fix(asked.text.replace(/\s+/g, ' '), answer.text)
    : undefined

const filesOf = ({ files }: ChatMessage) => files.map(({ file_id: id, name }) => ({ id, name }))

function Messages({ chat, shown, selected = null, onSelect, onFix }: ChatProps & { shown: readonly ChatMessage[] }) {
  const asked = shown.findLast(({ role }) => role === 'person')
  // What was said before a person came stays as they have read it.
  const fixed = shown.findLastIndex(({ role, to_staff }) => role === 'staff' || role === 'notice' || to_staff)
  const named = shown.some(({ role }) => role === 'staff')
  return shown.map((message, index) => {
    if (message.role === 'notice') return <Notice key={message.id} text={message.text} />
    if (message.role === 'staff') return <StaffMessage key={message.id} message={message} download={chat.download} />
    return message.role === 'person' ? (
      <Fragment key={message.id}>
        <PersonMessage
          message={message}
          selected={selected === message.id}
          busy={chat.busy}
          onEdit={index > fixed ? (text) => chat.send(text, filesOf(message), message.id) : undefined}
          onSelect={onSelect && (() => onSelect(message.id))}
        />
        {message.plan && (index < shown.length - 1 || !chat.busy) && <PlanList plan={message.plan} open={false} />}
      </Fragment>
    ) : (
      <AgentMessage
        key={message.id}
        message={message}
        named={named}
        busy={chat.busy}
        onFix={onFix && fixOf(message, shown[index - 1], onFix)}
        rate={chat.rate}
        download={chat.download}
        onRetry={
          index === shown.length - 1 && asked && !asked.to_staff
            ? () => chat.send(asked.text, filesOf(asked), asked.id)
            : undefined
        }
      />
    )
  })
}

function Starters({
  starters,
  disabled,
  onChoose,
}: {
  starters: readonly string[]
  disabled: boolean
  onChoose: (text: string) => void
}) {
  return (
    <ul aria-label={t('Starter questions')} className="flex flex-wrap gap-2">
      {starters.map((starter) => (
        <li key={starter} className="max-w-full">
          <button
            type="button"
            disabled={disabled}
            onClick={() => onChoose(starter)}
            className="max-w-full rounded-full border border-control px-3.5 py-1.5 text-left text-base text-indigo hover:bg-hover disabled:opacity-55"
          >
            <bdi>{starter}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

function SendingMessage({
  sending,
  onAgain,
  onDiscard,
}: {
  sending: Sending
  onAgain: () => void
  onDiscard: () => void
}) {
  return (
    <div className="grid justify-items-end gap-2">
      <p dir="auto" className="max-w-[85%] whitespace-pre-wrap wrap-anywhere rounded bg-indigo-soft px-3 py-2">
        {sending.text}
      </p>
      {sending.error !== null && (
        <Callout tone="bad" title={t('Not sent')}>
          <p>{sending.error}</p>
          <div className="mt-2 flex gap-2">
            <Button size="sm" onClick={onAgain}>
              {t('Send again')}
            </Button>
            <Button size="sm" variant="ghost" onClick={onDiscard}>
              {t('Discard')}
            </Button>
          </div>
        </Callout>
      )}
    </div>
  )
}
