/** The input of a run: does it fit what the version asks for, and may the caller use the files it names. */
import { AppError, fieldError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/primitives.ts'
import { schemaProblems } from '#nodes/json-schema.ts'
import { NodeError } from '#nodes/node.ts'
import type { Queryable } from '#server/database/database.ts'
import type { Caller } from '#server/domain/caller.ts'
import { findOwnIds } from '#server/domain/files/files.store.ts'

const MOST_PROBLEMS = 20

/** @throws invalid_input with one problem per field, not_runnable when the schema itself cannot be used */
export async function checkInput(schema: JsonObject, input: JsonObject): Promise<void> {
  const found = await schemaProblems(schema, input).catch((error: unknown) => {
    if (!(error instanceof NodeError)) throw error
    throw new AppError('not_runnable', { message: `The input cannot be checked: ${error.message}` })
  })
  if (found.length === 0) return
  const problems = found.slice(0, MOST_PROBLEMS).map(({ path, message }) => ({
    message,
    field: path === '' ? 'input' : `input.${path}`,
    code: 'invalid_input',
  }))
  throw new AppError('invalid_input', { problems })
}

export interface NamedFile {
  id: string
  /** Dotted path of the `file_id`. */
  field: string
}

/** Every `{"file_id": …}` in the input. */
export function filesIn(input: Json, path = 'input'): NamedFile[] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([key, value]) =>
    key === 'file_id' && typeof value === 'string'
      ? [{ id: value.toLowerCase(), field: `${path}.file_id` }]
      : filesIn(value, `${path}.${key}`),
  )
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** @throws invalid_input for a file that does not exist, has expired or belongs to somebody else: one answer for all three */
export async function checkFiles(db: Queryable, caller: Caller, input: JsonObject): Promise<void> {
  const named = filesIn(input)
  if (named.length === 0) return
  const ids = [...new Set(named.map(({ id }) => id).filter((id) => UUID.test(id)))]
  const own = await findOwnIds(db, caller, ids)
  for (const { id, field } of named)
    if (!own.has(id)) throw fieldError(field, 'This file does not exist. Upload it first.')
}
