/** Files that came with a request or a mail: kept for the owner of the workflow, named in its input. */
import { randomUUID } from 'node:crypto'
import { fieldError } from '#contract/core/errors.ts'
import type { Json, JsonObject, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { FilesPort } from '#nodes/ports.ts'

export interface ReceivedFile {
  field: string
  name: string
  mime: string
  bytes: Uint8Array
}

/**
 * The body with each file as `{file_id, name, mime, bytes}` under its field; a list for several of one field.
 * @throws invalid_input naming the field of a file that cannot be kept
 */
export async function storeFiles(
  files: Pick<FilesPort, 'write'>,
  owner: UserId,
  body: Json,
  received: readonly ReceivedFile[],
): Promise<Json> {
  if (received.length === 0) return body
  const whole: JsonObject = { ...(body as JsonObject) }
  for (const { field, ...file } of received) {
    const stored = await files.write(file, { user_id: owner }, `received:${randomUUID()}`).catch((error: unknown) => {
      if (!(error instanceof NodeError)) throw error
      // Not the file's fault: the sender may try again.
      throw error.retryable ? (error.cause ?? error) : fieldError(`body.${field}`, error.message)
    })
    const value: Json = { ...stored }
    const before = Object.hasOwn(whole, field) ? whole[field] : undefined
    if (before === undefined) whole[field] = value
    else whole[field] = Array.isArray(before) ? [...before, value] : [before, value]
  }
  return whole
}
