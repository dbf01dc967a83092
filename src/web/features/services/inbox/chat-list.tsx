import type { ConversationId } from '#contract/runs/conversations.ts'
import type { InboxChat } from '#contract/services/inbox.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { MaskedText } from '#web/parts/runs/masked/masked-text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { channelName, visitorName } from './chat-texts.ts'

interface Props {
  items: readonly InboxChat[]
  /** The chat that is shown. */
  open: ConversationId | null
  hrefOf: (chat: ConversationId) => string
}

export function ChatList({ items, open, hrefOf }: Props) {
  return (
    <ul className="surface-card grid grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-hidden p-0">
      {items.map((chat) => (
        <li key={chat.id}>
          <Link
            href={hrefOf(chat.id)}
            aria-current={chat.id === open ? 'true' : undefined}
            className="grid grid-cols-[minmax(0,1fr)] gap-1 px-3 py-2.5 -outline-offset-2 hover:bg-hover aria-[current]:bg-indigo-soft"
          >
            <Item chat={chat} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Item({ chat }: { chat: InboxChat }) {
  const { unread, waiting_since, last, state } = chat
  return (
    <>
      <span className="flex items-center gap-2">
        <bdi className={`min-w-0 grow truncate ${unread > 0 ? 'font-semibold' : 'font-medium'}`}>
          <MaskedText text={visitorName(chat)} />
        </bdi>
        {unread > 0 && (
          <span className="min-w-5 rounded-full bg-indigo px-1.5 text-center font-semibold text-on-strong text-xs tabular-nums leading-5">
            <span aria-hidden="true">{formatNumber(unread)}</span>
            <span className="sr-only">{t('Unread: {count}', { count: formatNumber(unread) })}</span>
          </span>
        )}
      </span>
      <span dir="auto" className={`truncate text-xs ${unread > 0 ? '' : 'text-muted'}`}>
        <MaskedText text={last?.text || chat.title || t('No message yet')} />
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
        {waiting_since !== null && <Badge tone="warn">{t('Waiting')}</Badge>}
        {state === 'person' && <Badge tone="outline">{t('With you')}</Badge>}
        <RelativeTime time={waiting_since ?? chat.updated_at} />
        <bdi className="truncate">
          {chat.service.name} · {channelName(chat.channel)}
        </bdi>
      </span>
    </>
  )
}
