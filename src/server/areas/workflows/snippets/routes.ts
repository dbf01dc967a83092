import { mayEditWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import {
  createSnippet,
  deleteSnippet,
  getSnippetVersion,
  listSnippets,
  renameSnippet,
  saveSnippetVersion,
} from './snippets.ts'

type Names =
  | 'listSnippets'
  | 'createSnippet'
  | 'getSnippetVersion'
  | 'saveSnippetVersion'
  | 'renameSnippet'
  | 'deleteSnippet'

export const snippetHandlers = ({ db }: { db: Database }): Pick<Handlers, Names> => ({
  listSnippets: async ({ query }, { caller }) =>
    listPage(await listSnippets(db, mayEditWorkflows(caller)), 'items', query),
  createSnippet: ({ body }, { caller }) => createSnippet(db, mayEditWorkflows(caller), body),
  getSnippetVersion: ({ params }, { caller }) =>
    getSnippetVersion(db, mayEditWorkflows(caller), params.id, params.number),
  saveSnippetVersion: ({ params, body }, { caller }) =>
    saveSnippetVersion(db, mayEditWorkflows(caller), params.id, body.content),
  renameSnippet: ({ params, body }, { caller }) => renameSnippet(db, mayEditWorkflows(caller), params.id, body.name),
  deleteSnippet: ({ params }, { caller }) => deleteSnippet(db, mayEditWorkflows(caller), params.id),
})
