import { MapPin, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { friendly } from '#web/api/friendly.ts'
import { THREADS_ID } from '#web/canvas/model/draft/begin-comment.ts'
import type { CommentPin } from '#web/canvas/model/draft/windows.ts'
import { useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { PanelFrame } from '#web/canvas/view/frame/panel-frame.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import { ThreadItem } from './thread-item.tsx'
import { useComments, useCommentVerbs } from './use-comments.ts'

/** What is said of the workflow, and a new comment. */
export function CommentsPanel() {
  const view = useView()
  const { threads, people, known, error } = useComments()
  const opened = useStore(view.windows.comments.thread)
  const [shown, setShown] = useState('open')
  const isOpen = threads.filter(({ root }) => root.resolved_at === null)
  const resolved = threads.filter(({ root }) => root.resolved_at !== null)
  // A thread that a notice or a pin leads to is shown wherever it is.
  const wanted = resolved.some(({ root }) => root.id === opened) ? 'resolved' : 'open'
  useEffect(() => {
    if (opened !== null) setShown(wanted)
  }, [opened, wanted])
  const list = shown === 'open' ? isOpen : resolved
  const close = () => {
    view.windows.comments.thread.set(null)
    view.panel.set(null)
  }
  return (
    <PanelFrame label={t('Comments')} onEscape={close}>
      <header className="flex items-center justify-between gap-2 border-line border-b px-4 py-2">
        <h2 className="font-medium text-lg">{t('Comments')}</h2>
        <IconButton label={t('Close')} size="sm" onClick={close}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto overscroll-contain p-4">
        {error && <Callout tone="bad">{friendly(error)}</Callout>}
        <NewComment people={people} />
        <Segmented
          label={t('Filter comments')}
          value={shown}
          onChange={setShown}
          segments={[
            { value: 'open', label: t('Open {count}', { count: isOpen.length }) },
            { value: 'resolved', label: t('Resolved {count}', { count: resolved.length }) },
          ]}
        />
        {!known && !error && <Skeleton className="h-24" />}
        {known && list.length === 0 && (
          <p className="text-muted">
            {shown === 'open'
              ? t('No open comments. Write above, or choose “Add comment” in the menu of a step or the canvas.')
              : t('No resolved comments.')}
          </p>
        )}
        <ol
          id={THREADS_ID}
          tabIndex={-1}
          aria-label={t('Threads')}
          className="-outline-offset-2 grid grid-cols-[minmax(0,1fr)] gap-3"
        >
          {list.map((thread) => (
            <ThreadItem key={thread.root.id} thread={thread} people={people} />
          ))}
        </ol>
      </div>
    </PanelFrame>
  )
}

function NewComment({ people }: { people: Parameters<typeof Composer>[0]['people'] }) {
  const [draft, view] = [useDraft(), useView()]
  const { nodes } = useDocument()
  const pin = useStore(view.windows.comments.pin)
  const wanted = useStore(view.windows.comments.wanted)
  const field = useRef<HTMLTextAreaElement>(null)
  const { say } = useCommentVerbs()
  useEffect(() => {
    if (wanted > 0) field.current?.focus()
  }, [wanted])
  const title = pin && 'node' in pin ? (nodes.find(({ id }) => id === pin.node)?.title ?? pin.node) : null
  const on = pin === null ? t('the workflow') : title === null ? t('a place on the canvas') : `“${title}”`
  return (
    <section aria-label={t('New comment')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {pin !== null && (
        <p className="flex items-center gap-1.5 text-base">
          <MapPin aria-hidden="true" className="size-4 shrink-0 text-indigo" />
          <span className="min-w-0 truncate">{t('On {on}', { on })}</span>
          <IconButton
            label={t('Comment on the whole workflow instead')}
            size="sm"
            onClick={() => view.windows.comments.pin.set(null)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </p>
      )}
      <Composer
        ref={field}
        label={t('Comment on {on}', { on })}
        place={`comment.new.${draft.id}`}
        people={people}
        send={t('Comment')}
        onSend={async (text, mentions) => {
          const id = await say({ text, mentions, ...placeOf(pin) })
          view.windows.comments.pin.set(null)
          view.windows.comments.thread.set(id)
        }}
      />
    </section>
  )
}

const placeOf = (pin: CommentPin) =>
  pin === null
    ? {}
    : 'node' in pin
      ? { node_id: pin.node }
      : { point: { x: Math.round(pin.point.x), y: Math.round(pin.point.y) } }
