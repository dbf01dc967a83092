/** A conversation as an agent reads it: what was said before, and the files that came with the message. */
import type { Json } from '#contract/core/primitives.ts'
import { fileReference } from '#nodes/lib/document/file-reference.ts'
import { findDocument } from '#nodes/lib/document/source.ts'
import type { ModelMessage } from '#nodes/model-port.ts'
import { type NodeContext, NodeError } from '#nodes/node.ts'
import { isObject } from '#shared/json.ts'
import { fenceUntrusted, withoutHidden } from './untrusted.ts'

const MOST_TURNS = 100
/** Characters of one file, and of all files of a message. */
const MOST_OF_FILE = 60_000
const MOST_OF_FILES = 150_000
const MOST_FILES = 10

/** Earlier messages, oldest first. Anything that isn't a turn of a conversation is left out. */
export function earlierTurns(history: Json | undefined): ModelMessage[] {
  if (!Array.isArray(history)) return []
  return history.slice(-MOST_TURNS).flatMap((turn): ModelMessage[] => {
    if (!isObject(turn) || typeof turn.text !== 'string' || turn.text.trim() === '') return []
    const content = withoutHidden(turn.text)
    if (turn.role === 'person' || turn.role === 'user') return [{ role: 'user', content }]
    return turn.role === 'workflow' || turn.role === 'assistant' ? [{ role: 'assistant', content }] : []
  })
}

type Reading = Pick<NodeContext<unknown>, 'call' | 'log'>

async function textOf(ctx: Reading, file: Json): Promise<string> {
  const output = await ctx.call('read_document', { file, ocr: 'auto' }, null)
  return findDocument(output, null)?.text ?? ''
}

/**
 * The texts of files as data for a model. One that can't be read is named with the reason: the model can say so, and the conversation
 * continues.
 */
export async function textOfFiles(ctx: Reading, files: Json | undefined): Promise<string> {
  const list = Array.isArray(files) ? files : files === undefined || files === null ? [] : [files]
  let left = MOST_OF_FILES
  const parts: string[] = []
  for (const file of list.slice(0, MOST_FILES)) {
    let name = 'a file'
    try {
      name = withoutHidden(fileReference(file)?.name ?? name)
      const text = withoutHidden(await textOf(ctx, file))
      const shown = text.slice(0, Math.min(MOST_OF_FILE, left))
      left -= shown.length
      const cut = shown.length < text.length ? `\n[cut: ${text.length} characters]` : ''
      parts.push(`File “${name}”:\n${fenceUntrusted(shown + cut)}`)
    } catch (error) {
      if (!(error instanceof NodeError) || error.retryable) throw error
      ctx.log(`“${name}” couldn’t be read: ${error.message}`)
      parts.push(`The file “${name}” couldn’t be read: ${error.message}`)
    }
  }
  return parts.join('\n\n')
}
