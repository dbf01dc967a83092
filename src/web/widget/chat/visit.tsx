/** A chat as its visitor has it, on a page of its own or in a widget: who may come in, and the conversation that is open. */
import { Bot, Headset } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import type { PublicChat } from '#contract/services/chats.ts'
import { ApiError } from '#web/api/api-error.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Chat } from '#web/parts/runs/chat/chat.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type ChatClient, createChatClient, keepConversation, readConversation } from './chat-client.ts'
import { useVisitorChat, type VisitorChat } from './use-visitor-chat.ts'
import { VisitHead } from './visit-head.tsx'
import { wordsFor } from './words-for.ts'

/** Most pages are open to everyone. */
const Doorstep = lazyPart(
  () => import('./doorstep.tsx'),
  (m) => m.Doorstep,
)

type Found = { state: 'open'; chat: PublicChat } | { state: 'off' } | { state: 'away' }

/** What the page is to this visitor now. */
function useFound(client: ChatClient) {
  const [found, setFound] = useState<Found | null>(null)
  const look = useCallback(async () => {
    const ask = () => client.call('getChat', {})
    try {
      let chat = await ask()
      if (chat.access === 'members') {
        client.asMember()
        chat = await ask()
      }
      setFound({ state: 'open', chat })
    } catch (error) {
      const isOff = error instanceof ApiError && error.status !== null && error.status < 500 && error.status !== 429
      // What is shown stays while the server can’t be asked.
      setFound((before) => (isOff ? { state: 'off' } : (before ?? { state: 'away' })))
    }
  }, [client])
  useEffect(() => void look(), [look])
  return { found, look }
}

/** @param framed in a page of others: with as little around it as possible */
export function Visit({ token, framed }: { token: string; framed: boolean }) {
  const [client] = useState(() => createChatClient(token))
  const { found, look } = useFound(client)
  if (found === null)
    return (
      <Middle>
        <Spinner label={t('Loading...')} />
      </Middle>
    )
  if (found.state === 'off')
    return (
      <Middle>
        <h1 className="font-semibold text-lg">{t('This chat isn’t available')}</h1>
        <p className="text-muted">{t('It was turned off, or its address has changed.')}</p>
      </Middle>
    )
  if (found.state === 'away')
    return (
      <Middle>
        <p role="alert">{t('Connection lost. Try again.')}</p>
        <Button onClick={() => void look()}>{t('Try again')}</Button>
      </Middle>
    )
  const { chat } = found
  if (!chat.entered)
    return (
      <Suspense fallback={<Spinner label={t('Loading...')} />}>
        <Doorstep client={client} chat={chat} onEntered={() => void look()} />
      </Suspense>
    )
  return <Conversations client={client} chat={chat} framed={framed} onRefused={look} />
}

const Middle = ({ children }: { children: ReactNode }) => (
  <div className="grid grow place-content-center justify-items-center gap-3 p-6 text-center">{children}</div>
)

interface ConversationsProps {
  client: ChatClient
  chat: PublicChat
  framed: boolean
  onRefused: () => Promise<void>
}

/** The conversation that is open; a fresh one begins with its first message. */
interface Open {
  id: string
  fresh: boolean
}

function firstOpen(token: string): Open {
  const id = readConversation(token)
  return id === null ? { id: crypto.randomUUID(), fresh: true } : { id, fresh: false }
}

function Conversations({ client, chat, framed, onRefused }: ConversationsProps) {
  const [open, setOpen] = useState(() => firstOpen(client.token))
  const [isIn, setIn] = useState(chat.access !== 'public' || client.isKnown())
  const [sent, setSent] = useState(0)
  // To a public page a visitor comes in without being asked.
  useEffect(() => {
    if (isIn) return
    let gone = false
    client
      .enter()
      .then(() => !gone && setIn(true))
      .catch(() => !gone && void onRefused())
    return () => {
      gone = true
    }
  }, [client, isIn, onRefused])
  const { access } = chat
  const refused = useCallback(
    (error: unknown) => {
      const isForgotten = access === 'public' && error instanceof ApiError && error.status === 403
      if (isForgotten) setIn(false)
      else void onRefused()
    },
    [access, onRefused],
  )
  const { id, fresh } = open
  return (
    <>
      <VisitHead
        client={client}
        title={chat.title}
        framed={framed}
        current={id}
        sent={sent}
        isIn={isIn}
        onOpen={(next) => {
          if (next !== null) keepConversation(client.token, next)
          setOpen(next === null ? { id: crypto.randomUUID(), fresh: true } : { id: next, fresh: false })
        }}
      />
      {isIn && (
        <Conversation
          key={id}
          client={client}
          chat={chat}
          id={id}
          fresh={fresh}
          onRefused={refused}
          onSent={() => {
            keepConversation(client.token, id)
            setOpen({ id, fresh: false })
            setSent((count) => count + 1)
          }}
        />
      )}
      <Notes chat={chat} />
    </>
  )
}

interface ConversationProps extends Open {
  client: ChatClient
  chat: PublicChat
  onRefused: (error: unknown) => void
  onSent: () => void
}

function Conversation({ client, chat, id, fresh, onRefused, onSent }: ConversationProps) {
  const state = useVisitorChat({ client, id, fresh, uploadMb: chat.upload_mb, onRefused, onSent })
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-3xl grow flex-col">
      {chat.closed !== null && (
        <div className="p-3 pb-0">
          <Callout>{chat.closed}</Callout>
        </div>
      )}
      {state.loading ? (
        <Middle>
          <Spinner label={t('Loading...')} />
        </Middle>
      ) : (
        <div className="min-h-0 grow">
          <Chat
            chat={state}
            name={`chat-${id}`}
            greeting={chat.greeting}
            starters={chat.closed === null ? chat.starters : []}
            streams={chat.streams}
            reason={chat.closed ?? undefined}
          />
        </div>
      )}
      {!state.loading && <PersonBar state={state} chat={chat} />}
    </div>
  )
}

/** Lets the visitor ask for a person, and return to the agent. */
function PersonBar({ state, chat }: { state: VisitorChat; chat: PublicChat }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const change = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    await work().catch((error: unknown) => setFailure(wordsFor(error)))
    setBusy(false)
  }
  const { withPerson } = state
  if (!withPerson && (!chat.asks_person || chat.closed !== null)) return null
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pb-2">
      {withPerson ? (
        <>
          <p role="status" className="px-1 text-base">
            {t('A person answers here. The assistant is silent.')}
          </p>
          <Button
            size="sm"
            icon={<Bot aria-hidden="true" />}
            busy={busy && t('Returning...')}
            onClick={() => void change(state.returnToAgent)}
          >
            {t('Back to the assistant')}
          </Button>
        </>
      ) : (
        <Button
          size="sm"
          icon={<Headset aria-hidden="true" />}
          busy={busy && t('Asking...')}
          onClick={() => void change(state.askForPerson)}
        >
          {t('Talk to a person')}
        </Button>
      )}
      {failure !== null && (
        <p role="alert" className="text-bad text-base">
          {failure}
        </p>
      )}
    </div>
  )
}

function Notes({ chat: { disclaimer, sends_to, kept_days } }: { chat: PublicChat }) {
  const passes =
    sends_to.length === 0
      ? t('What you send goes to the operator of this chat.')
      : t('What you send goes to the operator of this chat and is passed on to {hosts}.', {
          hosts: sends_to.join(', '),
        })
  return (
    <p className="mx-auto w-full max-w-3xl px-4 pb-2 text-muted text-base">
      {disclaimer && <>{disclaimer} </>}
      {passes} {t('Chats are deleted after {days} days without a message. Don’t enter passwords.', { days: kept_days })}
    </p>
  )
}
