/** Notes and groups of a comparison, behind the cards, labelled with their difference. */

import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { SHADE_CLASSES } from '#web/canvas/view/nodes/colors.ts'
import { t } from '#web/lib/language.ts'
import { Markdown } from '#web/viewer/markdown.tsx'
import type { DiffGroup, DiffNote } from './compare-flow.ts'
import { MarkBadge } from './difference-list.tsx'
import type { Mark } from './difference-words.ts'

const EDGES = {
  added: 'border-2 border-good',
  removed: 'border-2 border-bad border-dashed',
  changed: 'border-2 border-indigo',
} as const

const edgeOf = (mark: Mark | null): string => (mark === null ? 'border' : EDGES[mark])

const Badge = ({ mark }: { mark: Mark | null }) =>
  mark && (
    <span className="absolute -top-3 right-2 rounded-sm bg-surface">
      <MarkBadge mark={mark} />
    </span>
  )

export const DiffNoteCard = memo(function DiffNoteCard({ data: { note, mark } }: NodeProps<DiffNote>) {
  return (
    <div className={`relative h-full rounded ${SHADE_CLASSES[note.color ?? 'plain']} ${edgeOf(mark)}`}>
      <Badge mark={mark} />
      <div className="h-full overflow-hidden p-3 text-base">
        <Markdown text={note.text} />
      </div>
    </div>
  )
})

export const DiffFrame = memo(function DiffFrame({ data: { group, mark } }: NodeProps<DiffGroup>) {
  return (
    <div
      className={`pointer-events-none relative h-full rounded ${SHADE_CLASSES[group.color ?? 'plain']} ${edgeOf(mark)}`}
    >
      <Badge mark={mark} />
      <p className="truncate px-3 py-1.5 font-medium text-base">
        <bdi>{group.title || t('Group')}</bdi>
      </p>
    </div>
  )
})
