/** Checks what an action or a tool is given before anything is sent. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { SERVER_CHECK, schemaProblems } from '#nodes/lib/data/json-schema.ts'
import { NodeError } from '#nodes/node.ts'

/** @throws NodeError `input_invalid` with the field, and what `schemaProblems` throws */
export async function checkInput(schema: JsonObject, input: JsonObject): Promise<void> {
  const [first] = await schemaProblems(schema, input, SERVER_CHECK)
  if (!first) return
  const path = first.path === '' ? 'input' : `input.${first.path}`
  const message = first.path === '' ? first.message : `${first.path}: ${first.message}`
  throw new NodeError('input_invalid', message, { field: path })
}
