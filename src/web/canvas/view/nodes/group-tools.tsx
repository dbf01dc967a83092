import { NodeToolbar, Position } from '@xyflow/react'
import { useRef } from 'react'
import type { Group } from '#graph/document.ts'
import { coloringGroup, describing, MOST_DESCRIBED } from '#web/canvas/model/graph/groups.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { t } from '#web/lib/language.ts'
import { ShadeChoice } from './shade-choice.tsx'

/** Beneath a group that is selected, where no other tools stand: what it is for, and its colour. */
export function GroupTools({ group }: { group: Group }) {
  const draft = useDraft()
  const given = useRef(false)
  const end = (text: string) => {
    const description = text.trim()
    if (given.current || description === (group.description ?? '')) return
    draft.perform(describing(group, description), { label: t('Edited group description') })
  }
  return (
    <NodeToolbar
      isVisible
      position={Position.Bottom}
      align="start"
      // Frames lie behind everything; what is pressed does not.
      style={{ zIndex: 10 }}
      // Where the canvas is narrow they would stick out of it: there they stand above the tools at its lower edge.
      className="nodrag nopan pointer-events-auto flex items-center gap-2 surface-raised p-1 @max-xl:inset-x-3! @max-xl:top-auto! @max-xl:bottom-18! @max-xl:transform-none!"
    >
      <input
        // What another says of it meanwhile is taken over.
        key={group.description ?? ''}
        aria-label={t('Group description')}
        placeholder={t('Description')}
        defaultValue={group.description ?? ''}
        maxLength={MOST_DESCRIBED}
        onFocus={() => {
          given.current = false
        }}
        onBlur={({ target }) => end(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') {
            given.current = true
            currentTarget.value = group.description ?? ''
          }
          if (key === 'Enter' || key === 'Escape') currentTarget.blur()
        }}
        className="h-7 w-52 min-w-0 rounded-sm @max-xl:grow border border-control bg-surface px-1.5 text-base"
      />
      <ShadeChoice
        label={t('Group colour')}
        color={group.color}
        onChoose={(color) => draft.perform(coloringGroup(group, color), { label: t('Changed group colour') })}
      />
    </NodeToolbar>
  )
}
