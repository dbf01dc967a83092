import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Headset, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import type { ConversationId } from '#contract/runs/conversations.ts'
import type { InboxChat, InboxMessage } from '#contract/services/inbox.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { t } from '#web/lib/language.ts'
import { usePages } from '#web/parts/runs/chat/use-pages.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { askedText, channelName, visitorName } from './chat-texts.ts'
import { chatQuery, MESSAGES_PAGE, messagesQuery } from './inbox-queries.ts'
import { Reply } from './reply.tsx'
import { Transcript } from './transcript.tsx'
import { VisitorData } from './visitor-data.tsx'

const showChanged = () => refresh('listInbox', 'getInboxChat', 'listInboxMessages', 'getInboxSummary')

/** A chat with what was said in it, and where it is answered. */
export function ChatPane({ id, back }: { id: ConversationId; back: string }) {
  const chat = useQuery(chatQuery(id))
  const messages = usePages(
    (offset) => messagesQuery(id, offset),
    MESSAGES_PAGE,
    (message) => message.id,
  )
  const items = (messages.items ?? []).toReversed()
  useRead(chat.data, items.at(-1))
  // Nothing is told of a visitor who returns to the agent: a person who writes an answer sees it here.
  const isHandedOver = chat.data !== undefined && chat.data.state !== 'agent'
  useFresh('getInboxChat', isHandedOver)
  useFresh('listInboxMessages', isHandedOver)
  return (
    <section aria-label={t('Chat')} className="grid min-w-0 content-start">
      <LinkButton className="mb-3 w-fit lg:hidden" size="sm" href={back} icon={<ArrowLeft aria-hidden="true" />}>
        {t('Back to the list')}
      </LinkButton>
      {chat.isError ? (
        <Callout title={t('This chat can’t be opened')}>
          <p>{friendly(chat.error)}</p>
        </Callout>
      ) : chat.data === undefined || messages.items === undefined ? (
        <Spinner label={t('Loading...')} />
      ) : (
        <div className="surface-card flex h-[max(26rem,calc(100dvh-13rem))] flex-col gap-0 overflow-hidden p-0">
          <Head chat={chat.data} back={back} />
          <Transcript chat={chat.data} messages={items} earlier={messages} />
          <Reply chat={chat.data} newest={items.at(-1)?.id ?? null} onSent={showChanged} />
        </div>
      )}
    </section>
  )
}

/** What is shown has been read. */
function useRead(chat: InboxChat | undefined, newest: InboxMessage | undefined): void {
  const id = chat?.id
  const through = newest?.id
  const isUnread = chat !== undefined && chat.unread > 0
  useEffect(() => {
    if (!isUnread || id === undefined || through === undefined) return
    const read = () => {
      if (document.visibilityState !== 'visible') return
      call('readInboxChat', { params: { id }, body: { through } })
        .then(() => refresh('listInbox', 'getInboxChat', 'getInboxSummary'))
        .catch(() => undefined)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [id, through, isUnread])
}

function Head({ chat, back }: { chat: InboxChat; back: string }) {
  const asked = askedText(chat)
  return (
    <header className="grid gap-1.5 border-line border-b px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 grow truncate font-semibold text-lg">
          <bdi>{visitorName(chat)}</bdi>
        </h2>
        <Actions chat={chat} />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-base">
        <StateBadge chat={chat} />
        {chat.waiting_since !== null && (
          <span>
            {t('First unanswered message:')} <RelativeTime time={chat.waiting_since} />
          </span>
        )}
        <TextLink href={paths.service(chat.service.id)}>{chat.service.name}</TextLink>
        <span>{channelName(chat.channel)}</span>
        <span className="ms-auto flex gap-1">
          <VisitorData chat={chat} back={back} />
        </span>
      </div>
      {asked !== null && (
        <p dir="auto" className="wrap-anywhere text-base">
          {asked}
        </p>
      )}
    </header>
  )
}

function StateBadge({ chat: { state } }: { chat: InboxChat }) {
  if (state === 'agent') return <Badge>{t('The agent answers')}</Badge>
  return state === 'waiting' ? (
    <Badge tone="warn">{t('Waiting for a person')}</Badge>
  ) : (
    <Badge tone="selected">{t('With you')}</Badge>
  )
}

function Actions({ chat: { id, state, closed } }: { chat: InboxChat }) {
  const take = useAction(async () => {
    await call('takeInboxChat', { params: { id } })
    await showChanged()
  })
  const giveBack = useAction(async () => {
    await call('returnInboxChat', { params: { id } })
    await showChanged()
  })
  const error = take.error ?? giveBack.error
  return (
    <div className="flex flex-wrap items-center gap-2">
      {error !== null && (
        <p role="alert" className="text-bad text-base">
          {friendly(error)}
        </p>
      )}
      {state !== 'person' && (
        <Button
          size="sm"
          icon={<Headset aria-hidden="true" />}
          reason={closed ?? undefined}
          busy={take.busy && t('Taking...')}
          onClick={() => void take.run()}
        >
          {t('Take chat')}
        </Button>
      )}
      {state !== 'agent' && (
        <Button
          size="sm"
          icon={<Undo2 aria-hidden="true" />}
          busy={giveBack.busy && t('Giving back...')}
          onClick={() => void giveBack.run()}
        >
          {t('Give back to the agent')}
        </Button>
      )}
    </div>
  )
}
