import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { COMMENT_LIMITS } from '#contract/workflows/comment-limits.ts'
import type { CommentPerson } from '#contract/workflows/comments.ts'
import { useAction } from '#web/api/action.ts'
import { refusalOf } from '#web/canvas/services/queries/refusal.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { inputClass } from '#web/ui/forms/text-field.tsx'
import { matching, mentionAt, namedIn } from './threads.ts'

export interface ComposerProps {
  label: string
  /** Under which name what was typed is kept until it is sent. */
  place: string
  people: readonly CommentPerson[]
  /** Its initial content. */
  text?: string
  send: string
  /** One line high until something is written. */
  small?: boolean
  /** @throws when it was refused; what was typed stays */
  onSend: (text: string, mentions: CommentPerson['id'][]) => Promise<void>
  onCancel?: () => void
  ref?: Ref<HTMLTextAreaElement>
}

/** A field for a comment: `@` offers the people who work on the workflow, Ctrl+Enter sends. */
export function Composer({
  label,
  place,
  people,
  text: first = '',
  send,
  small,
  onSend,
  onCancel,
  ref,
}: ComposerProps) {
  const [text, setText] = useState(() => readDraft(place).text ?? first)
  const change = (next: string) => {
    setText(next)
    keepDraft(place, next === first ? null : { text: next })
  }
  const sending = useAction(async () => {
    await onSend(
      text.trim(),
      namedIn(text, people).map(({ id }) => id),
    )
    setText(first)
    keepDraft(place, null)
  })
  const field = useMentions(text, change, people)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (field.onKey(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (text.trim() !== '') void sending.run()
    }
    if (event.key === 'Escape' && onCancel) {
      event.preventDefault()
      onCancel()
    }
  }
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)] gap-2">
      <textarea
        ref={ref}
        aria-label={label}
        placeholder={label}
        rows={small ? 1 : 2}
        maxLength={COMMENT_LIMITS.text}
        value={text}
        {...field.props}
        onKeyDown={onKeyDown}
        className={`field-sizing-content block max-h-60 resize-y px-3 ${small ? 'min-h-9 py-1.5' : 'min-h-16 py-2'} ${inputClass()}`}
      />
      {field.list}
      {sending.error !== null && <Callout tone="bad">{refusalOf(sending.error)}</Callout>}
      {(text.trim() !== '' || onCancel) && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            busy={sending.busy && t('Sending...')}
            disabled={text.trim() === ''}
            onClick={() => void sending.run()}
          >
            {send}
          </Button>
          {onCancel && (
            <Button size="sm" variant="ghost" onClick={onCancel}>
              {t('Cancel')}
            </Button>
          )}
          <span className="text-muted text-xs max-sm:hidden">{t('Ctrl + Enter')}</span>
        </div>
      )}
    </div>
  )
}

/** People to choose from while one is being named (WAI-ARIA combobox with a list). */
function useMentions(text: string, change: (text: string) => void, people: readonly CommentPerson[]) {
  const id = useId()
  const [cursor, setCursor] = useState<number | null>(null)
  const [at, setAt] = useState(0)
  const field = useRef<HTMLTextAreaElement | null>(null)
  const mention = cursor === null ? null : mentionAt(text, cursor)
  const found = mention ? matching(people, mention.query) : []
  const active = found[Math.min(at, found.length - 1)]
  const choose = (person: CommentPerson) => {
    if (!mention || cursor === null) return
    const before = `${text.slice(0, mention.start)}@${person.name} `
    // Immediately: what is typed next goes after the name.
    flushSync(() => {
      change(before + text.slice(cursor))
      setCursor(null)
    })
    field.current?.setSelectionRange(before.length, before.length)
    field.current?.focus()
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (!active || event.ctrlKey || event.metaKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt((found.indexOf(active) + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(active)
    else if (event.key === 'Escape') setCursor(null)
    else return false
    event.preventDefault()
    return true
  }
  const optionId = (person: CommentPerson) => `${id}-${person.id}`
  const props = {
    onChange: ({ target }: { target: HTMLTextAreaElement }) => {
      field.current = target
      change(target.value)
      setCursor(target.selectionStart)
      setAt(0)
    },
    onBlur: () => setCursor(null),
    'aria-autocomplete': 'list' as const,
    'aria-controls': active ? id : undefined,
    'aria-activedescendant': active ? optionId(active) : undefined,
  }
  const list = active && (
    <div
      role="listbox"
      id={id}
      aria-label={t('People')}
      className="absolute top-full right-0 left-0 z-20 grid surface-raised p-1"
    >
      {found.map((person) => (
        <div
          key={person.id}
          id={optionId(person)}
          role="option"
          tabIndex={-1}
          aria-selected={person === active}
          // The field keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            choose(person)
          }}
          className="cursor-pointer rounded-sm px-2.5 py-1.5 aria-selected:bg-hover"
        >
          <bdi>{person.name}</bdi>
        </div>
      ))}
    </div>
  )
  return { props, list, onKey }
}
