import { useEffect, useMemo } from 'react'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { listenForKeys, run } from '#web/canvas/tools/actions/keyboard.ts'
import { caps } from '#web/canvas/tools/actions/keys.ts'
import { t } from '#web/lib/language.ts'
import { type PageAction, type PageThing, pageActions } from '#web/lib/page-actions.ts'
import { actions } from './action-list.ts'

/** What an action is done with, as things stand when it is asked. */
export function useActionContext(): () => ActionContext {
  const draft = useDraft()
  const view = useView()
  return useMemo(
    () => () => ({ draft, view, document: draft.document.get(), selection: draft.selection.get() }),
    [draft, view],
  )
}

/** Does an action by its id, or says why it cannot be done. */
export function useAct(): (id: CanvasAction['id']) => void {
  const context = useActionContext()
  return (id) => {
    const action = actions.find((each) => each.id === id)
    if (action) run(action, context())
  }
}

const offered = (action: CanvasAction, context: () => ActionContext): PageAction => ({
  id: action.id,
  label: ownWord(action.label, 'command'),
  keys: action.keys[0] === undefined ? [] : caps(action.keys[0]),
  enabled: () => action.enabled(context()),
  perform: () => run(action, context()),
})

/** The nodes, in the order they are kept; one that is gone to is selected, with its settings open. */
const nodesOf = ({ document, draft, view }: ActionContext): PageThing[] =>
  document.nodes.map(({ id, title, type }) => ({
    id,
    label: title,
    hint: draft.analysis.get().presentations[id]?.kind ?? type,
    go: () => {
      draft.selection.set({ ...NOTHING, nodes: new Set([id]) })
      view.camera.get()?.show({ node: id })
      view.open.set(id)
    },
  }))

/** While the designer is open: its keys are heard, and the palette and the sheet of shortcuts of the shell show what it can do. */
export function useDesignerActions(): void {
  const context = useActionContext()
  useEffect(() => {
    pageActions.set({
      heading: t('This workflow'),
      actions: actions.map((action) => offered(action, context)),
      things: () => nodesOf(context()),
    })
    const stop = listenForKeys(actions, context)
    return () => {
      stop()
      pageActions.set(null)
    }
  }, [context])
}
