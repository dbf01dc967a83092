import { useEffect, useRef } from 'react'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { renaming } from '#web/canvas/model/edits/copies.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'

/** The title of a node, written on its card. Enter or leaving keeps it, Escape does not. */
export function TitleField({ id, title }: { id: string; title: string }) {
  const draft = useDraft()
  const view = useView()
  const ref = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => ref.current?.select(), [])
  const end = (text: string | null, back: boolean) => {
    if (done.current) return
    done.current = true
    const made = text === null ? null : renaming(draft.document.get(), id, text)
    const kept =
      made && draft.perform(made.operation, { label: t('Renamed to “{text}”', { text: text?.trim() ?? '' }) })
    view.renaming.set(null)
    if (kept) {
      const { followers } = made
      if (view.open.get() === id) view.open.set(made.id)
      draft.selection.set({ ...NOTHING, nodes: new Set([made.id]) })
      const follow =
        followers === 1
          ? ` ${t('1 other node refers to it and was updated.')}`
          : ` ${t('{count} other nodes refer to it and were updated.', { count: followers })}`
      view.message.set({ text: `${t('Renamed.')}${followers > 0 ? follow : ''}`, tone: 'info' })
    }
    if (back) view.camera.get()?.show({ node: kept ? made.id : id })
  }
  return (
    <input
      ref={ref}
      aria-label={t('Title')}
      defaultValue={title}
      maxLength={120}
      onBlur={(event) => end(event.target.value, false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(event.currentTarget.value, true)
        if (event.key === 'Escape') end(null, true)
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      className="nodrag nopan min-w-0 grow rounded-sm border border-control bg-surface px-1 text-ink"
    />
  )
}
