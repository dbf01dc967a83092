import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { CommentPerson, WorkflowComment } from '#contract/workflows/comments.ts'
import { useAction } from '#web/api/action.ts'
import { refusalOf } from '#web/canvas/services/queries/refusal.ts'
import { t } from '#web/lib/language.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Composer } from './composer.tsx'
import { partsOf } from './threads.ts'
import { useCommentVerbs } from './use-comments.ts'

/** One comment: who said it and when, with its words as plain text. */
export function CommentItem({ comment, people }: { comment: WorkflowComment; people: readonly CommentPerson[] }) {
  const { id, author, text, mentions, is_own, may_delete, created_at, edited_at, is_deleted } = comment
  const [editing, setEditing] = useState(false)
  const { change, remove } = useCommentVerbs()
  const removing = useAction(() => remove(id))
  const name = author?.name ?? t('Former member')
  if (is_deleted) return <p className="text-muted italic">{t('This comment was deleted.')}</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex items-center gap-2">
        <Avatar name={name} size={24} />
        <p className="min-w-0 grow truncate text-base">
          <bdi className="font-medium">{is_own ? t('You') : name}</bdi>{' '}
          <span className="text-muted">
            <RelativeTime time={created_at} />
            {edited_at !== null && ` · ${t('edited')}`}
          </span>
        </p>
        {(is_own || may_delete) && (
          <Menu
            trigger={
              <IconButton label={t('More for the comment of {name}', { name: is_own ? t('yours') : name })} size="sm">
                <Ellipsis aria-hidden="true" />
              </IconButton>
            }
          >
            {is_own && <MenuItem onSelect={() => setEditing(true)}>{t('Edit')}</MenuItem>}
            <MenuItem onSelect={() => void removing.run()}>{t('Delete')}</MenuItem>
          </Menu>
        )}
      </div>
      {editing ? (
        <Composer
          label={t('Your comment')}
          place={`comment.${id}`}
          people={[...people, ...mentions.filter((one) => !people.some((person) => person.id === one.id))]}
          text={text}
          send={t('Save')}
          onSend={async (next, named) => {
            await change(id, { text: next, mentions: named })
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <p className="whitespace-pre-wrap break-words">
          {partsOf(text, mentions).map((part) =>
            part.named ? (
              <strong key={part.at} className="rounded-sm bg-indigo-soft px-0.5 font-medium text-indigo">
                {part.text}
              </strong>
            ) : (
              <span key={part.at}>{part.text}</span>
            ),
          )}
        </p>
      )}
      {removing.error !== null && <Callout tone="bad">{refusalOf(removing.error)}</Callout>}
    </div>
  )
}
