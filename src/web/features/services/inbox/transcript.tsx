import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import type { InboxChat, InboxMessage } from '#contract/services/inbox.ts'
import { download } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { AnswerFiles } from '#web/parts/runs/chat/answer-files.tsx'
import { Notice } from '#web/parts/runs/chat/message.tsx'
import type { Pages } from '#web/parts/runs/chat/use-pages.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { deliveryText, visitorName } from './chat-texts.ts'

const Markdown = lazyPart(
  () => import('#web/viewer/markdown.tsx'),
  (m) => m.Markdown,
)

interface Props {
  chat: InboxChat
  /** Oldest first. */
  messages: readonly InboxMessage[]
  earlier: Pick<Pages<InboxMessage>, 'more' | 'loading'>
}

/** What was said, oldest first: the visitor on one side, the agent and people on the other. */
export function Transcript({ chat, messages, earlier }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const newest = messages.at(-1)?.id
  useStayInPlace(log, messages[0]?.id, newest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown again with each message
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  return (
    <ScrollRegion label={t('Conversation')} className="min-h-0 grow px-4">
      <div ref={log} role="log" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 py-4">
        {(earlier.more !== null || earlier.loading) && (
          <Button
            size="sm"
            className="justify-self-center"
            busy={earlier.loading && t('Loading...')}
            onClick={() => earlier.more?.()}
          >
            {t('Show earlier messages')}
          </Button>
        )}
        {messages.length === 0 && <p className="text-muted">{t('No message yet')}</p>}
        {messages.map((message) => (
          <Message key={message.id} chat={chat} message={message} />
        ))}
        <div ref={end} />
      </div>
    </ScrollRegion>
  )
}

/** Earlier messages come above what is being read, which stays where it is. */
function useStayInPlace(
  log: RefObject<HTMLElement | null>,
  oldest: string | undefined,
  newest: string | undefined,
): void {
  const before = useRef({ oldest, newest, height: 0 })
  useLayoutEffect(() => {
    const height = log.current?.scrollHeight ?? 0
    const region = log.current?.parentElement
    const { current: last } = before
    if (region && last.newest === newest && last.oldest !== oldest) region.scrollTop += height - last.height
    before.current = { oldest, newest, height }
  })
}

function authorOf(chat: InboxChat, { role, author }: InboxMessage): string {
  if (role === 'person') return visitorName(chat)
  return role === 'staff' ? (author ?? '') : t('Agent')
}

/** What visitors send and agents make is kept by the owner of the service. */
const ownFile = (id: string) => download('getFile', { params: { id: id as never } })

const LOOKS = { person: 'bg-sunken', agent: 'border border-line bg-surface', staff: 'bg-indigo-soft', notice: '' }

function Message({ chat, message }: { chat: InboxChat; message: InboxMessage }) {
  const { role, execution_id, created_at, files, delivery } = message
  if (role === 'notice') return <Notice text={message.text} />
  const wait = deliveryText(delivery)
  return (
    <div className={`grid gap-1 ${role === 'person' ? 'justify-items-start' : 'justify-items-end'}`}>
      <p className="flex flex-wrap gap-x-2 text-muted text-base">
        <bdi className="font-medium">{authorOf(chat, message)}</bdi>
        <RelativeTime time={created_at} />
        {role === 'agent' && execution_id !== null && (
          <TextLink href={paths.run(execution_id)}>{t('Open the run')}</TextLink>
        )}
      </p>
      <div className={`grid w-fit max-w-[85%] gap-1.5 break-words rounded px-3 py-2 ${LOOKS[role]}`}>
        <Said message={message} />
        {files.length > 0 && <AnswerFiles files={files} download={ownFile} />}
      </div>
      {wait !== null && <p className="max-w-[85%] text-right text-muted text-base">{wait}</p>}
    </div>
  )
}

/** Only what an agent wrote is Markdown. */
function Said({ message: { role, text, data } }: { message: InboxMessage }) {
  if (data !== null)
    return (
      <pre className="overflow-x-auto whitespace-pre-wrap font-mono text-base">{JSON.stringify(data, null, 2)}</pre>
    )
  const plain = (
    <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {text}
    </p>
  )
  if (role !== 'agent') return plain
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} className="text-base" />
    </Suspense>
  )
}
