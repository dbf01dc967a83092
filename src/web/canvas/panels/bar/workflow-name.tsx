import { useEffect, useRef, useState } from 'react'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'

/** What the workflow is called. A click, F2 with nothing selected, or the palette makes a field of it. */
export function WorkflowName() {
  const [draft, view] = [useDraft(), useView()]
  const { name } = useStore(view.about)
  const writing = useStore(view.naming)
  const isFixed = useStore(draft.save).state === 'read_only'
  const button = useRef<HTMLButtonElement>(null)
  const keep = async (text: string) => {
    view.naming.set(false)
    const wanted = text.trim()
    if (wanted === '' || wanted === name) return
    const about = view.about.get()
    view.about.set({ ...about, name: wanted })
    try {
      await call('arrangeWorkflow', { params: { id: draft.id }, body: { name: wanted } })
      document.title = pageTitle(wanted)
      await refresh('getWorkflow', 'listHub', 'listWorkflows')
    } catch (error) {
      view.about.set({ ...view.about.get(), name: about.name })
      view.message.set({ text: friendly(error), tone: 'bad' })
    }
  }
  if (writing && !isFixed)
    return <NameField name={name} onKeep={keep} onEnd={() => requestAnimationFrame(() => button.current?.focus())} />
  return (
    <h1 className="min-w-0 max-w-80 font-medium">
      {isFixed ? (
        <bdi className="block truncate" title={name}>
          {name}
        </bdi>
      ) : (
        <button
          ref={button}
          type="button"
          title={t('{name} (click to rename)', { name })}
          onClick={() => view.naming.set(true)}
          className="-mx-1.5 relative block max-w-[calc(100%+0.75rem)] truncate rounded-sm border border-transparent px-1.5 py-0.5 text-left hover:border-control"
        >
          <bdi>{name}</bdi>
          <span className="sr-only">{t(': rename workflow')}</span>
        </button>
      )}
    </h1>
  )
}

/** Enter or leaving keeps it, Escape does not. */
function NameField({ name, onKeep, onEnd }: { name: string; onKeep: (text: string) => void; onEnd: () => void }) {
  const view = useView()
  const [text, setText] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => field.current?.select(), [])
  const end = (keeps: boolean, back: boolean) => {
    if (ended.current) return
    ended.current = true
    if (keeps) onKeep(text)
    else view.naming.set(false)
    if (back) onEnd()
  }
  return (
    <input
      ref={field}
      aria-label={t('Workflow name')}
      value={text}
      maxLength={120}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(true, false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(true, true)
        if (event.key === 'Escape') end(false, true)
      }}
      className="-mx-1.5 min-w-0 max-w-80 grow rounded-sm border border-control bg-surface px-1.5 py-0.5 font-medium"
    />
  )
}
