/** What can be done on the canvas: each once, for its key, the menus, the palette and the sheet of shortcuts alike. */
import type { WorkflowDocument } from '#graph/document.ts'
import type { Draft, Selection } from '#web/canvas/model/draft/draft.ts'
import type { View } from '#web/canvas/model/draft/view.ts'

export interface ActionContext {
  draft: Draft
  document: WorkflowDocument
  selection: Selection
  view: View
}

export interface CanvasAction {
  id: string
  /** Imperative, as on a menu: `Duplicate`. */
  label: string
  group: 'add' | 'edit' | 'select' | 'view' | 'run' | 'arrange'
  /** `N`, `mod+D`, `shift+ArrowLeft`; `mod` is Ctrl, on a Mac Command. The first one is shown. */
  keys: readonly string[]
  /** The browser brings its keys by an event of their own (copy, cut, paste): here they are only shown. */
  native?: true
  /** Its keys hold while one is typing in a field, too. */
  whileTyping?: true
  /** The context menus that contain it. */
  menus?: readonly ('node' | 'edge' | 'canvas' | 'note' | 'selection')[]
  /** True, or why not, in words. */
  enabled: (context: ActionContext) => true | string
  perform: (context: ActionContext) => void | Promise<void>
}
