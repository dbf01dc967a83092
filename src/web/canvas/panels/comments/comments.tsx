import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { showThread } from '#web/canvas/model/draft/begin-comment.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { CommentsPanel } from './comments-panel.tsx'
import { useComments } from './use-comments.ts'

/** The panel of comments; `?comment=` leads to one, as a notice does, and `?panel=` to a panel. */
export function Comments() {
  const view = useView()
  const panel = useStore(view.panel)
  const [params, setParams] = useSearchParams()
  const wanted = params.get('comment')
  const [first] = useState(params.get('panel'))
  useEffect(() => {
    if (first === 'history' || first === 'comments') view.panel.set(first)
  }, [first, view])
  const { threads, known } = useComments()
  useEffect(() => {
    view.windows.comments.talking.set(true)
    return () => view.windows.comments.talking.set(false)
  }, [view])
  useEffect(() => {
    if (wanted === null || !known) return
    const thread = threads.find(({ root, answers }) => root.id === wanted || answers.some(({ id }) => id === wanted))
    if (thread) showThread(view, thread.root.id)
    else view.message.set({ text: t('This comment no longer exists.'), tone: 'bad' })
    setParams(
      (now) => {
        now.delete('comment')
        return now
      },
      { replace: true },
    )
  }, [wanted, known, threads, view, setParams])
  return panel === 'comments' ? <CommentsPanel /> : null
}
