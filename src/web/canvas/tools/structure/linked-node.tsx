import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'

/** A link that names a node shows it with its settings; one that is gone is said to be. */
export function LinkedNode() {
  const [draft, view] = [useDraft(), useView()]
  const [params] = useSearchParams()
  const node = params.get('node')
  useEffect(() => {
    if (node === null) return
    if (!draft.document.get().nodes.some(({ id }) => id === node)) {
      view.message.set({ text: t('The linked node no longer exists.'), tone: 'bad' })
      return
    }
    draft.selection.set({ ...NOTHING, nodes: new Set([node]) })
    view.open.set(node)
    const show = () => {
      const camera = view.camera.get()
      if (!camera) return
      stop()
      // The flow view is fitted first when it appears.
      requestAnimationFrame(() => requestAnimationFrame(() => camera.show({ node }, { focus: false })))
    }
    const stop = view.camera.subscribe(show)
    show()
    return stop
  }, [node, draft, view])
  return null
}
