/** Every action of the designer. A room adds its list here; keys, menus, the palette and the sheet of shortcuts follow. */
import type { CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { addActions } from './add.ts'
import { arrangeActions } from './arrange.ts'
import { clipboardActions } from './clipboard.ts'
import { commentActions } from './comments.ts'
import { editActions } from './edit.ts'
import { keepOpenActions } from './keep-open.ts'
import { presenceActions } from './presence.ts'
import { proposeActions } from './propose.ts'
import { runActions } from './run.ts'
import { selectActions } from './select.ts'
import { snippetActions } from './snippets.ts'
import { structureActions } from './structure.ts'
import { versionActions } from './versions.ts'
import { viewActions } from './view.ts'

export const actions: readonly CanvasAction[] = [
  ...addActions,
  ...clipboardActions,
  ...editActions,
  ...arrangeActions,
  ...proposeActions,
  ...structureActions,
  ...snippetActions,
  ...selectActions,
  ...viewActions,
  ...keepOpenActions,
  ...presenceActions,
  ...versionActions,
  ...commentActions,
  ...runActions,
]
