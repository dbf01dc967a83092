/** The input of a run: does it fit what the version asks for, and may the caller use the files and knowledge bases it names. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { type FieldSchema, schemaProblem } from '#contract/core/problem-texts.ts'
import { SERVER_CHECK, schemaProblems } from '#nodes/lib/data/json-schema.ts'
import { NodeError } from '#nodes/node.ts'
import { type FileName, findOwnNames } from '#server/areas/runs/files/files.store.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { refuseForeignKnowledge } from './chosen-knowledge.ts'

const MOST_PROBLEMS = 20

/** @throws invalid_input with one problem per field, not_runnable when the schema itself cannot be used */
export async function checkInput(schema: JsonObject, input: JsonObject): Promise<void> {
  const found = await schemaProblems(schema, input, SERVER_CHECK).catch((error: unknown) => {
    if (!(error instanceof NodeError)) throw error
    throw new AppError('not_runnable', { message: `The input can’t be checked: ${error.message}` })
  })
  if (found.length === 0) return
  const problems = found
    .slice(0, MOST_PROBLEMS)
    .map((problem) => ({ ...schemaProblem(schema as FieldSchema, problem, 'input'), code: 'invalid_input' }))
  throw new AppError('invalid_input', { problems })
}

export interface NamedFile {
  id: string
  /** Dotted path of the `file_id`. */
  field: string
}

/** Every `{"file_id": …}` in the input. */
export function findFilesInInput(input: Json, path = 'input'): NamedFile[] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([key, value]) =>
    key === 'file_id' && typeof value === 'string'
      ? [{ id: value.toLowerCase(), field: `${path}.file_id` }]
      : findFilesInInput(value, `${path}.${key}`),
  )
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** The input with every file's reference as `change` makes it. */
function withFiles(input: Json, change: (file: JsonObject, id: string) => JsonObject): Json {
  if (typeof input !== 'object' || input === null) return input
  if (Array.isArray(input)) return input.map((one) => withFiles(one, change))
  const copy = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, withFiles(value, change)]))
  return typeof copy.file_id === 'string' ? change(copy, copy.file_id.toLowerCase()) : copy
}

/** The input as a caller gives it: a file by its id alone. */
export const withoutFileNames = (input: JsonObject): JsonObject =>
  withFiles(input, ({ name: _, mime: __, ...file }) => file) as JsonObject

/**
 * The input as it is stored, once the caller may use what it names: each `file_id` is accompanied by our own `name` and `mime` of the file, replacing what the
 * caller wrote.
 * @throws invalid_input for a file that does not exist, has expired or belongs to another user: one answer for all
 * three; and for a knowledge base that the caller may not choose
 */
export async function resolveInput(db: Queryable, caller: Caller, input: JsonObject): Promise<JsonObject> {
  await refuseForeignKnowledge(db, caller, input)
  const named = findFilesInInput(input)
  if (named.length === 0) return input
  const ids = [...new Set(named.map(({ id }) => id).filter((id) => UUID.test(id)))]
  const own: ReadonlyMap<string, FileName> = await findOwnNames(db, caller, ids)
  for (const { id, field } of named)
    if (!own.has(id)) throw fieldError(field, 'This file doesn’t exist. Upload it first.')
  return withFiles(input, (file, id) => ({ ...file, ...own.get(id) })) as JsonObject
}
