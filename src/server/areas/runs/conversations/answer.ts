/** The answer of a run as a message: its output as a text where it is one, else as data. */
import type { Json } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

const MOST_CHARACTERS = 200_000

/** A workflow answers with a text, with an object that has one (`text`, `answer`, `message`, `reply`), or with data. */
export function answerOf(output: Json): { text: string; data: Json } {
  if (typeof output === 'string') return { text: output.slice(0, MOST_CHARACTERS), data: null }
  if (typeof output === 'number' || typeof output === 'boolean') return { text: String(output), data: null }
  if (output === null) return { text: '', data: null }
  if (isObject(output)) {
    const named = [output.text, output.answer, output.message, output.reply].find((one) => typeof one === 'string')
    if (typeof named === 'string') return { text: named.slice(0, MOST_CHARACTERS), data: null }
  }
  const json = JSON.stringify(output)
  return json.length > MOST_CHARACTERS
    ? { text: json.slice(0, MOST_CHARACTERS), data: null }
    : { text: '', data: output }
}

/** The same where there is room for a text alone. */
export function answerText(output: Json): string {
  const { text, data } = answerOf(output)
  return data === null ? text : JSON.stringify(data)
}
