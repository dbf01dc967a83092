/** Snippets: parts of workflows that a person keeps to use again, with versions and with values that are asked when one is inserted. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { JsonObject, listOf, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { SNIPPET_LIMITS } from './snippet-limits.ts'

export const SnippetId = z.uuid().brand('SnippetId')
export type SnippetId = z.infer<typeof SnippetId>

const Name = z.string().trim().min(1, 'Name is required').max(SNIPPET_LIMITS.name)
const VersionNumber = z.coerce.number().int().min(1).max(1_000_000)

/** Where the value of an input goes: a setting of a node or, with `part`, every place of that text in it. */
const Place = z.strictObject({
  node: z.string().min(1).max(64),
  path: z.array(z.string().min(1).max(200)).min(1).max(SNIPPET_LIMITS.path),
  part: z.string().min(1).max(SNIPPET_LIMITS.part).optional(),
})

const Input = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use lower-case letters, digits and underscores'),
  label: z.string().trim().min(1, 'Enter the question').max(SNIPPET_LIMITS.label),
  places: z.array(Place).min(1).max(SNIPPET_LIMITS.places),
})

export const SnippetContent = z.strictObject({
  /** Nodes and edges of `src/graph`; none of them starts a workflow. */
  nodes: z.array(JsonObject).min(1, 'Choose at least one node').max(SNIPPET_LIMITS.nodes),
  edges: z.array(JsonObject).max(SNIPPET_LIMITS.edges),
  /** Asked when it is inserted; the current value is the default. */
  inputs: z.array(Input).max(SNIPPET_LIMITS.inputs),
})
export type SnippetContent = z.output<typeof SnippetContent>

export const Snippet = z.object({
  id: SnippetId,
  name: z.string(),
  /** The newest one. */
  version: z.number().int(),
  nodes: z.number().int(),
  inputs: z.number().int(),
  updated_at: Timestamp,
})
export type Snippet = z.infer<typeof Snippet>

export const SnippetVersion = z.object({
  id: SnippetId,
  name: z.string(),
  number: z.number().int(),
  newest: z.number().int(),
  created_at: Timestamp,
  content: SnippetContent,
})
export type SnippetVersion = z.infer<typeof SnippetVersion>

const author = withPermission('workflows.create')
const params = z.object({ id: SnippetId })

export const snippetEndpoints = {
  listSnippets: endpoint({
    method: 'GET',
    path: '/api/v1/snippets',
    access: author,
    query: wholeList(SNIPPET_LIMITS.per_person),
    returns: listOf(Snippet),
  }),
  createSnippet: endpoint({
    method: 'POST',
    path: '/api/v1/snippets',
    access: author,
    body: z.strictObject({ name: Name, content: SnippetContent }),
    returns: SnippetVersion,
    errors: ['already_exists', 'limit_reached'],
    success: 201,
  }),
  getSnippetVersion: endpoint({
    method: 'GET',
    path: '/api/v1/snippets/{id}/versions/{number}',
    access: author,
    params: params.extend({ number: VersionNumber }),
    returns: SnippetVersion,
    errors: ['not_found'],
  }),
  saveSnippetVersion: endpoint({
    method: 'POST',
    path: '/api/v1/snippets/{id}/versions',
    access: author,
    params,
    body: z.strictObject({ content: SnippetContent }),
    returns: SnippetVersion,
    errors: ['not_found', 'limit_reached'],
  }),
  renameSnippet: endpoint({
    method: 'PUT',
    path: '/api/v1/snippets/{id}',
    access: author,
    params,
    body: z.strictObject({ name: Name }),
    returns: Snippet,
    errors: ['not_found', 'already_exists'],
  }),
  deleteSnippet: endpoint({
    method: 'DELETE',
    path: '/api/v1/snippets/{id}',
    access: author,
    params,
    returns: z.object({ id: SnippetId }),
    errors: ['not_found'],
  }),
}
