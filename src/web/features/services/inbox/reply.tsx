import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import type { InboxChat } from '#contract/services/inbox.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useRuntimeLimits } from '#web/api/use-site.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { AttachButton } from '#web/parts/runs/chat/attach-button.tsx'
import { type Attached, useAttachedFiles } from '#web/parts/runs/chat/attached-files.ts'
import { FileChips } from '#web/parts/runs/chat/composer.tsx'
import { uploadOnce } from '#web/parts/runs/start-run.ts'
import { Button } from '#web/ui/button.tsx'

interface Props {
  chat: InboxChat
  /** The newest message that is shown. */
  newest: string | null
  onSent: () => Promise<void>
}

/** Where a person answers. Enter sends, Shift and Enter begin a line. An answer that did not arrive is sent again under its key. */
export function Reply({ chat: { id, state, closed }, newest, onSent }: Props) {
  const name = `inbox-${id}`
  const [text, setText] = useState(() => readDraft(name).text ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const tried = useRef<{ key: string; said: string } | null>(null)
  const { upload_mb: uploadMb } = useRuntimeLimits()
  const attached = useAttachedFiles({ upload: uploadOnce, uploadMb })
  useEffect(() => keepDraft(name, text === '' ? null : { text }), [name, text])
  useEffect(() => {
    if (state === 'person') field.current?.focus({ preventScroll: true })
  }, [state])
  const send = useAction(async (words: string, files: readonly Attached[], after: string) => {
    const said = JSON.stringify([words, files])
    tried.current = tried.current?.said === said ? tried.current : { key: crypto.randomUUID(), said }
    const { key } = tried.current
    const named = files.map((file) => ({ file_id: file.id as never }))
    await call('answerInboxChat', { params: { id }, body: { key: key as never, text: words, files: named, after } })
    tried.current = null
    setText((now) => (now.trim() === words ? '' : now))
    attached.clear()
    await onSent()
  })
  if (state === 'agent' || closed !== null)
    return (
      <p className="border-line border-t px-4 py-3 text-muted text-base">
        {closed ?? t('Take the chat to answer. The agent is silent then.')}
      </p>
    )
  const isReady = text.trim() !== '' && newest !== null && !send.busy && !attached.loading
  const submit = () => {
    if (isReady) void send.run(text.trim(), attached.files, newest)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  const problem = attached.problem ?? (send.error === null ? null : friendly(send.error))
  return (
    <form
      aria-label={t('Answer')}
      className="grid gap-2 border-line border-t p-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      {problem !== null && (
        <p role="alert" className="wrap-anywhere text-bad text-base">
          {problem}
        </p>
      )}
      {attached.files.length > 0 && <FileChips files={attached.files} onRemove={attached.remove} />}
      <div className="flex items-end gap-2">
        <AttachButton attached={attached} />
        <textarea
          ref={field}
          aria-label={t('Your answer')}
          rows={2}
          dir="auto"
          value={text}
          maxLength={MESSAGE.characters}
          placeholder={t('Write an answer')}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKey}
          className="field-sizing-content max-h-48 min-w-0 grow resize-none rounded border border-control bg-surface px-3 py-2 text-base placeholder:text-muted"
        />
        <Button type="submit" variant="primary" disabled={!isReady} busy={send.busy && t('Sending...')}>
          {t('Send')}
        </Button>
      </div>
    </form>
  )
}
