/** Files of a public form: what its sender has uploaded before, kept for the owner of the workflow. */
import { randomUUID } from 'node:crypto'
import { fieldError } from '#contract/core/errors.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import { readFile } from '#nodes/lib/document/file-reference.ts'
import { NodeError } from '#nodes/node.ts'
import type { FilesPort } from '#nodes/ports.ts'
import { type Caller, ownerOfCaller } from '#server/platform/access/caller.ts'

/**
 * The values with each file as `{file_id, name, mime, bytes}` of a copy that is the owner's: the sender's own goes its own way.
 * @param names of the fields that ask for files; their values were checked
 * @throws invalid_input naming the field of a file that is not the sender's, or that there is no room for
 */
export async function takeFiles(
  files: Pick<FilesPort, 'open' | 'write'>,
  { sender, owner }: { sender: Caller; owner: UserId },
  names: readonly string[],
  values: JsonObject,
): Promise<JsonObject> {
  const whole: JsonObject = { ...values }
  for (const name of names) {
    const given = values[name] as { file_id?: string } | null | undefined
    if (!given?.file_id) continue
    try {
      const file = await files.open(given.file_id, { owner: ownerOfCaller(sender), execution_id: null })
      whole[name] = { ...(await files.write(await readFile(file), { user_id: owner }, `form:${randomUUID()}`)) }
    } catch (error) {
      if (error instanceof NodeError) throw fieldError(`values.${name}`, error.message)
      throw error
    }
  }
  return whole
}
