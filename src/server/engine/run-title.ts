/** What a run is called in lists: the name of its document, else the first words of its text. */

import type { Json } from '#contract/core/primitives.ts'
import type { Trigger } from '#contract/runs/execution-states.ts'

const MAX_CHARACTERS = 60
/** Shorter texts are choices such as a country; a longer one is more informative. */
const SENTENCE_CHARACTERS = 12
const MAX_DEPTH = 4

/** Started by a clock or another run: of their input a person would recognise no text, only a document. */
const WITHOUT_TEXT: readonly Trigger[] = ['schedule', 'error', 'workflow']

function* textsIn(value: Json | undefined, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH)
    for (const [key, part] of Object.entries(value))
      if (key !== 'file_id' && key !== 'mime') yield* textsIn(part, depth + 1)
}

function* fileNamesIn(value: Json | undefined, depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return
  if (!Array.isArray(value) && typeof value.file_id === 'string') {
    if (typeof value.name === 'string') yield value.name
    return
  }
  for (const part of Object.values(value)) yield* fileNamesIn(part, depth + 1)
}

/** One line of at most 60 characters, cut between words where possible. */
function shorten(text: string): string {
  const line = text
    .slice(0, 1000)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= MAX_CHARACTERS) return line
  const cut = characters.slice(0, MAX_CHARACTERS - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > MAX_CHARACTERS / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** The part of the input a person wrote: headers and addresses of a request say nothing. */
function written(input: Json, trigger: Trigger): Json | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  if (trigger === 'webhook') return input.body
  if (trigger === 'table') return input.row
  return trigger === 'email' ? (input.subject ?? input.text) : input
}

/** Null when the input has neither a file nor a text. */
export function runTitle(input: Json, trigger: Trigger): string | null {
  const said = written(input, trigger)
  const files = [...fileNamesIn(said)]
  const [first] = files
  if (first !== undefined) {
    const name = shorten(first)
    return files.length === 1 ? name : `${name} +${files.length - 1}`
  }
  if (WITHOUT_TEXT.includes(trigger)) return null
  const texts = [...textsIn(said)].map(shorten).filter((text) => text !== '')
  return texts.find((text) => text.length >= SENTENCE_CHARACTERS) ?? texts[0] ?? null
}
