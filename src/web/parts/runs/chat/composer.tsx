import { ArrowUp, Paperclip, Square, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useState } from 'react'
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { AttachButton } from './attach-button.tsx'
import { type Attached, useAttachedFiles } from './attached-files.ts'
import type { ChatState } from './chat-state.ts'

interface ComposerProps {
  /** What was typed is kept in the tab under this name. */
  name: string
  chat: Pick<ChatState, 'busy' | 'send' | 'stop' | 'upload' | 'uploadMb'>
  /** Why nothing can be sent now. */
  reason?: string | undefined
  field?: Ref<HTMLTextAreaElement>
}

/** Where a message is written. Enter sends, Shift and Enter begin a line. */
export function Composer({ name, chat, reason, field }: ComposerProps) {
  const { busy } = chat
  const [text, setText] = useState(() => readDraft(name).text ?? '')
  const attached = useAttachedFiles(chat)
  useEffect(() => keepDraft(name, text === '' ? null : { text }), [name, text])
  const isReady = text.trim() !== '' && !busy && !attached.loading && reason === undefined
  const send = () => {
    if (!isReady) return
    chat.send(text.trim(), attached.files)
    setText('')
    attached.clear()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      aria-label={t('Message')}
      className="grid gap-2 rounded border border-control bg-surface p-2 focus-within:border-indigo"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {attached.files.length > 0 && <FileChips files={attached.files} onRemove={attached.remove} />}
      {attached.problem && (
        <p role="alert" className="px-1 text-bad text-base">
          {attached.problem}
        </p>
      )}
      <textarea
        ref={field}
        aria-label={t('Message')}
        rows={2}
        value={text}
        dir="auto"
        maxLength={MESSAGE.characters}
        placeholder={t('Write a message')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKey}
        className="field-sizing-content max-h-48 w-full resize-none bg-transparent px-1 text-base outline-none placeholder:text-muted"
      />
      <div className="flex items-center justify-between gap-2">
        <AttachButton attached={attached} size="sm" />
        {busy ? (
          <RoundButton label={t('Stop')} onClick={chat.stop}>
            <Square aria-hidden="true" className="size-3.5 fill-current" />
          </RoundButton>
        ) : (
          <RoundButton label={t('Send')} submit disabled={!isReady} title={reason}>
            <ArrowUp aria-hidden="true" className="size-4.5" />
          </RoundButton>
        )}
      </div>
    </form>
  )
}

function RoundButton(props: {
  label: string
  submit?: boolean
  disabled?: boolean
  title?: string | undefined
  onClick?: () => void
  children: ReactNode
}) {
  const { label, submit, children, ...rest } = props
  return (
    <button
      type={submit ? 'submit' : 'button'}
      aria-label={label}
      {...rest}
      className="inline-flex size-8 items-center justify-center rounded-full border border-marigold-edge bg-marigold text-on-marigold disabled:cursor-not-allowed disabled:opacity-55"
    >
      {children}
    </button>
  )
}

export function FileChips({ files, onRemove }: { files: readonly Attached[]; onRemove?: (id: string) => void }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {files.map(({ id, name }) => (
        <li
          key={id}
          className="inline-flex max-w-full items-center gap-1 rounded-sm border border-line bg-sunken px-2 py-0.5 text-base"
        >
          <Paperclip aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
          <bdi className="truncate">{name}</bdi>
          {onRemove && (
            <button
              type="button"
              aria-label={t('Remove {name}', { name })}
              onClick={() => onRemove(id)}
              className="p-0.5"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
