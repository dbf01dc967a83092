/** Every action of the designer. A room adds its list here; keys, menus, the palette and the sheet of shortcuts follow. */
import type { CanvasAction } from './actions/action.ts'
import { addActions } from './actions/add.ts'
import { arrangeActions } from './actions/arrange.ts'
import { clipboardActions } from './actions/clipboard.ts'
import { commentActions } from './actions/comments.ts'
import { editActions } from './actions/edit.ts'
import { peopleActions } from './actions/people.ts'
import { proposeActions } from './actions/propose.ts'
import { runActions } from './actions/run.ts'
import { selectActions } from './actions/select.ts'
import { structureActions } from './actions/structure.ts'
import { versionActions } from './actions/versions.ts'
import { viewActions } from './actions/view.ts'

export const actions: readonly CanvasAction[] = [
  ...addActions,
  ...clipboardActions,
  ...editActions,
  ...arrangeActions,
  ...proposeActions,
  ...structureActions,
  ...selectActions,
  ...viewActions,
  ...peopleActions,
  ...versionActions,
  ...commentActions,
  ...runActions,
]
