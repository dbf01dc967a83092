import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { createComment, deleteComment, listComments, updateComment } from './comments.ts'
import { mayLookAtWorkflows } from './workflows.policy.ts'

type Names = 'listComments' | 'createComment' | 'updateComment' | 'deleteComment'

export const commentHandlers = ({ db }: { db: Database }): Pick<Handlers, Names> => ({
  listComments: async ({ params, query }, { caller }) =>
    listPage(await listComments(db, mayLookAtWorkflows(caller), params.id), 'items', query),
  createComment: ({ params, body }, { caller }) => createComment(db, mayLookAtWorkflows(caller), params.id, body),
  updateComment: ({ params, body }, { caller }) => updateComment(db, mayLookAtWorkflows(caller), params, body),
  deleteComment: ({ params }, { caller }) => deleteComment(db, mayLookAtWorkflows(caller), params),
})
