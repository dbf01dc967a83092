/** A question to an agent, as messages of the Agent2Agent protocol have it. */
import { fieldError } from '#contract/core/errors.ts'
import type { A2aPart, A2aSend } from '#contract/services/a2a.ts'
import type { Question, SentFile } from '#server/areas/services/protocol-runs/question.ts'

const FIELD = 'params.message'

function fileOf({ raw = '', filename, mediaType }: A2aPart, field: string): SentFile {
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(raw)) throw fieldError(`${field}.raw`, 'Send the file in base64.')
  const content = { mime: mediaType ?? 'application/octet-stream', bytes: Buffer.from(raw, 'base64') }
  return { field, name: filename ?? 'file', content }
}

/** @throws AppError invalid_input, unsupported_parameter */
export function readMessage({ message }: A2aSend): Question {
  if (message.taskId)
    throw fieldError(
      `${FIELD}.taskId`,
      'A task takes one message. Name it in referenceTaskIds to continue from its answer.',
      'unsupported_parameter',
    )
  const texts: string[] = []
  const files: SentFile[] = []
  for (const [index, part] of message.parts.entries()) {
    const field = `${FIELD}.parts.${index}`
    if (part.url !== undefined)
      throw fieldError(`${field}.url`, 'Files of other sites aren’t loaded. Send their bytes.', 'unsupported_parameter')
    if (part.raw !== undefined) files.push(fileOf(part, field))
    else if (part.text !== undefined) texts.push(part.text)
    else if (part.data !== undefined) texts.push(JSON.stringify(part.data))
  }
  const text = texts.join('\n')
  if (text.trim() === '' && files.length === 0) throw fieldError(`${FIELD}.parts`, 'Write a message.')
  return { text, files, before: [], instructions: '', field: `${FIELD}.parts` }
}
