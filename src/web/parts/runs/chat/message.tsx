import { Pencil, PencilLine, RotateCcw } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { ChatMessage } from '#contract/runs/conversations.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { toSentence } from '#web/lib/sentence.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Spin } from '#web/ui/spinner.tsx'
import type { ChatState } from './chat-state.ts'
import { FileChips } from './composer.tsx'

const CitedAnswer = lazyPart(
  () => import('./citations.tsx'),
  (m) => m.CitedAnswer,
)
const Markdown = lazyPart(
  () => import('#web/viewer/markdown.tsx'),
  (m) => m.Markdown,
)

// Nothing can be rated before there is an answer, and the first load of the page is counted.
const Rating = lazyPart(
  () => import('./rating.tsx'),
  (m) => m.Rating,
)

const AnswerFiles = lazyPart(
  () => import('./answer-files.tsx'),
  (m) => m.AnswerFiles,
)

// Most messages stay as they were sent.
const EditMessage = lazyPart(
  () => import('./edit-message.tsx'),
  (m) => m.EditMessage,
)

const BUBBLE = 'w-fit max-w-[85%] rounded px-3 py-2 break-words'

/** What a person wrote, with what can be done about it. */
export function PersonMessage({
  message,
  selected,
  busy,
  onEdit,
  onSelect,
}: {
  message: ChatMessage
  selected: boolean
  busy: boolean
  /** Absent where it can’t be changed any more. */
  onEdit?: ((text: string) => void) | undefined
  /** Shows how it was answered; absent where that is not shown. */
  onSelect?: (() => void) | undefined
}) {
  const [editing, setEditing] = useState(false)
  if (editing && onEdit)
    return (
      <Suspense fallback={<span className="h-28" />}>
        <EditMessage
          text={message.text}
          onCancel={() => setEditing(false)}
          onSend={(text) => {
            setEditing(false)
            onEdit(text)
          }}
        />
      </Suspense>
    )
  const { files } = message
  return (
    <div className="group/message grid justify-items-end gap-1">
      <div className={`${BUBBLE} grid gap-1.5 bg-indigo-soft ${selected ? 'outline outline-2 outline-indigo' : ''}`}>
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {message.text}
        </p>
        {files.length > 0 && <FileChips files={files.map(({ file_id, name }) => ({ id: file_id, name }))} />}
      </div>
      <div className="flex items-center gap-1 text-muted text-base">
        {onSelect && message.execution_id && (
          <button
            type="button"
            aria-pressed={selected}
            onClick={onSelect}
            className="rounded-sm px-1.5 py-0.5 hover:bg-hover hover:text-ink"
          >
            {t('Trace')}
          </button>
        )}
        {onEdit && (
          <IconButton label={t('Edit message')} size="sm" disabled={busy} onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {onEdit && <Outcome message={message} busy={busy} onRetry={() => onEdit(message.text)} />}
    </div>
  )
}

/** Why there is no answer, and how to get one. */
function Outcome({ message, busy, onRetry }: { message: ChatMessage; busy: boolean; onRetry: () => void }) {
  const { status, error, execution_id } = message
  const run = execution_id && <TextLink href={`/runs/${execution_id}`}>{t('Open the run')}</TextLink>
  if (status === 'waiting' || status === 'paused')
    return (
      <p role="status" className="justify-self-start text-base">
        {t('The agent is waiting for an approval.')} {run}
      </p>
    )
  const why =
    error ??
    (status === 'failed'
      ? t('The agent couldn’t answer.')
      : status === 'cancelled'
        ? t('You stopped the answer.')
        : null)
  if (why === null) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 justify-self-start text-base">
      <span className={status === 'cancelled' ? 'text-muted' : 'text-bad'}>{toSentence(why)}</span>
      {run}
      <Button size="sm" icon={<RotateCcw aria-hidden="true" />} disabled={busy} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}

/** What a person answered in the place of the agent: their words as they wrote them. */
export function StaffMessage({ message, download }: { message: ChatMessage; download: ChatState['download'] }) {
  return (
    <div className="grid justify-items-start gap-1">
      <Author>{message.author}</Author>
      <Answer>
        <PlainAnswer text={message.text} />
      </Answer>
      {message.files.length > 0 && (
        <Suspense>
          <AnswerFiles files={message.files} download={download} />
        </Suspense>
      )}
    </div>
  )
}

/** What both sides are told. */
export const Notice = ({ text }: { text: string }) => (
  <p
    dir="auto"
    className="mx-auto max-w-prose whitespace-pre-wrap wrap-anywhere border-line border-y px-3 py-1.5 text-center text-muted text-base"
  >
    {text}
  </p>
)

/** Who speaks, where there are several. */
export const Author = ({ children }: { children: ReactNode }) => (
  <p className="px-1 font-medium text-muted text-base">
    <bdi>{children}</bdi>
  </p>
)

/** An answer: text as Markdown, anything else as JSON. */
export function AgentMessage({
  message,
  onRetry,
  onFix,
  busy,
  rate,
  download,
  named,
}: {
  message: ChatMessage
  /** Whether it says that the assistant speaks, because a person does too. */
  named: boolean
  onRetry?: (() => void) | undefined
  /** Writes what should have been said. */
  onFix?: (() => void) | undefined
  busy: boolean
  rate?: ChatState['rate'] | undefined
  download: ChatState['download']
}) {
  const said = message.text === '' ? t('(An empty answer)') : message.text
  return (
    <div className="group/message grid justify-items-start gap-1">
      {named && <Author>{t('Assistant')}</Author>}
      <Answer>
        {message.data !== null && (
          <pre className="overflow-x-auto whitespace-pre-wrap font-mono text-base">
            {JSON.stringify(message.data, null, 2)}
          </pre>
        )}
        <Suspense fallback={message.data === null && <PlainAnswer text={said} />}>
          {message.citations.length > 0 ? (
            <CitedAnswer text={message.data === null ? said : null} citations={message.citations} />
          ) : (
            message.data === null && <Markdown text={said} className="text-base" />
          )}
        </Suspense>
      </Answer>
      {message.files.length > 0 && (
        <Suspense>
          <AnswerFiles files={message.files} download={download} />
        </Suspense>
      )}
      <div className="flex max-w-full flex-wrap items-center gap-1">
        {onRetry && (
          <IconButton label={t('Answer again')} size="sm" disabled={busy} onClick={onRetry}>
            <RotateCcw aria-hidden="true" />
          </IconButton>
        )}
        {onFix && (
          <IconButton label={t('Fix this answer')} size="sm" onClick={onFix}>
            <PencilLine aria-hidden="true" />
          </IconButton>
        )}
        {rate && (
          <Suspense fallback={<span className="h-8" />}>
            <Rating key={message.id} message={message} rate={rate} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** An answer while it is written: as plain text, because links and pictures are checked at its end. */
export function LiveMessage({ text, stopping }: { text: string | null; stopping: boolean }) {
  return (
    <Answer>
      {text === null ? (
        <p className="flex items-center gap-2 text-muted">
          <Spin /> {stopping ? t('Stopping...') : t('Thinking...')}
        </p>
      ) : (
        <PlainAnswer text={text} />
      )}
    </Answer>
  )
}

const PlainAnswer = ({ text }: { text: string }) => (
  <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
    {text}
  </p>
)

export const Answer = ({ children }: { children: ReactNode }) => (
  <div className={`${BUBBLE} border border-line bg-surface`}>{children}</div>
)
