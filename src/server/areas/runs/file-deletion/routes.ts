import type { DeletionDeps } from '#server/areas/runs/executions/deletion.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { deleteFile } from './file-deletion.ts'

export const fileDeletionHandlers = (deps: DeletionDeps): Pick<Handlers, 'deleteFile'> => ({
  deleteFile: ({ params }, { caller }) => deleteFile(deps, caller, params.id),
})
