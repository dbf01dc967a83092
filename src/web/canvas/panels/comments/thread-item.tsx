import { Check, MapPin, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CommentPerson, WorkflowComment } from '#contract/workflows/comments.ts'
import { useAction } from '#web/api/action.ts'
import { THREADS_ID } from '#web/canvas/model/draft/begin-comment.ts'
import { useDocument } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { refusalOf } from '#web/canvas/services/queries/refusal.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CommentItem } from './comment-item.tsx'
import { Composer } from './composer.tsx'
import type { Thread } from './threads.ts'
import { useCommentVerbs } from './use-comments.ts'

/** A comment with its answers, where it is pinned, and the way to close it. */
export function ThreadItem({
  thread: { root, answers },
  people,
}: {
  thread: Thread
  people: readonly CommentPerson[]
}) {
  const view = useView()
  const { say, change } = useCommentVerbs()
  const open = useStore(view.windows.comments.thread) === root.id
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (open) item.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  const resolved = root.resolved_at !== null
  const resolve = useAction(async () => {
    // It leaves this list, and the button with it: the news of the workflow may say so before the answer comes.
    document.getElementById(THREADS_ID)?.focus()
    await change(root.id, { resolved: !resolved })
  })
  return (
    <li
      ref={item}
      aria-current={open ? 'true' : undefined}
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 rounded border px-3 py-2.5 ${open ? 'border-indigo' : 'border-line'} ${resolved ? 'bg-sunken' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Where comment={root} />
        <Button
          size="sm"
          variant="ghost"
          icon={resolved ? <RotateCcw aria-hidden="true" /> : <Check aria-hidden="true" />}
          busy={resolve.busy && t('One moment...')}
          onClick={() => void resolve.run()}
        >
          {resolved ? t('Reopen') : t('Resolve')}
        </Button>
      </div>
      {resolve.error !== null && <Callout tone="bad">{refusalOf(resolve.error)}</Callout>}
      <CommentItem comment={root} people={people} />
      {answers.map((answer) => (
        <div key={answer.id} className="border-line border-l-2 pl-3">
          <CommentItem comment={answer} people={people} />
        </div>
      ))}
      {resolved ? (
        <p className="text-muted text-base">
          {root.resolved_by === null ? t('Resolved') : t('Resolved by {name}', { name: root.resolved_by })}
        </p>
      ) : (
        <Composer
          label={t('Answer')}
          place={`answer.${root.id}`}
          people={people}
          send={t('Answer')}
          small
          onSend={async (text, mentions) => {
            await say({ text, mentions, parent_id: root.id })
          }}
        />
      )}
    </li>
  )
}

/** What a thread is about; a node or a point is brought into the flow view. */
function Where({ comment: { id, node_id, node_title, point } }: { comment: WorkflowComment }) {
  const view = useView()
  const { nodes } = useDocument()
  const look = (act: () => void) => () => {
    view.windows.comments.thread.set(id)
    view.mode.set('canvas')
    act()
  }
  const node = node_id === null ? undefined : nodes.find((one) => one.id === node_id)
  if (node)
    return (
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3 min-w-0 max-w-full"
        icon={<MapPin aria-hidden="true" />}
        onClick={look(() => view.camera.get()?.show({ node: node.id }, { focus: false }))}
      >
        <bdi className="truncate">{node.title}</bdi>
      </Button>
    )
  if (node_id !== null)
    return (
      <p className="text-muted text-base">
        {fill(t('On {node}, which was deleted', { node: '{node}' }), { node: <bdi>{node_title ?? node_id}</bdi> })}
      </p>
    )
  return <p className="text-muted text-base">{point ? t('On a place on the canvas') : t('On the workflow')}</p>
}
