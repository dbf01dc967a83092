/** The answer of a run as a message: its output as a text where it is one, else as data, with what it cites. */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { type ChatMessage, MessageCitation } from '#contract/runs/conversations.ts'
import { isObject } from '#shared/json.ts'

const MOST_CHARACTERS = 200_000
const MOST_CITATIONS = 30
const MOST_QUOTED = 2_000
const MOST_FILES = 20

export interface Answer extends Pick<ChatMessage, 'text' | 'data' | 'citations'> {
  /** What it names as files: whether its run has made them is asked before they are shown. */
  file_ids: readonly string[]
}

const firstText = (...values: (Json | undefined)[]): string => {
  const found = values.find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string' ? found.trim() : ''
}

const addressOf = (url: string): string | null => (/^https?:\/\//.test(url) ? url.slice(0, 2_000) : null)

/** A passage of knowledge with its place, or words and where they are from, as our steps write them. */
function citationOf(one: Json, index: number): MessageCitation[] {
  if (!isObject(one)) return []
  const url = firstText(one.url)
  const passage = MessageCitation.safeParse({ url: null, ...one })
  if (passage.success) return [{ ...passage.data, url: addressOf(url) }]
  const document = firstText(one.title, one.article, one.document, one.name).slice(0, 200)
  const text = firstText(one.text, one.quote).slice(0, MOST_QUOTED)
  if (document === '' && text === '') return []
  return [
    {
      ...{
        number: index + 1,
        cited: true,
        document,
        file: null,
        headings: [],
        page: null,
        boxes: [],
        text,
        quote: text,
      },
      url: addressOf(url),
    },
  ]
}

/** The `citations` of an output; what is none is left out. */
const citationsOf = (given: Json | undefined): Answer['citations'] =>
  Array.isArray(given) ? given.slice(0, MOST_CITATIONS).flatMap(citationOf) : []

/** The `file` and `files` of an output. */
const fileIdsOf = ({ file, files }: JsonObject): string[] =>
  [file, ...(Array.isArray(files) ? files : [])]
    .flatMap((one) => (isObject(one) && typeof one.file_id === 'string' ? [one.file_id] : []))
    .slice(0, MOST_FILES)

const textAnswer = (text: string, more: Partial<Answer> = {}): Answer => ({
  text: text.slice(0, MOST_CHARACTERS),
  data: null,
  citations: [],
  file_ids: [],
  ...more,
})

/** A workflow answers with a text, with an object that has one (`text`, `answer`, `message`, `reply`), or with data. */
export function answerOf(output: Json): Answer {
  if (typeof output === 'string') return textAnswer(output)
  if (typeof output === 'number' || typeof output === 'boolean') return textAnswer(String(output))
  if (output === null) return textAnswer('')
  const citations = isObject(output) ? citationsOf(output.citations) : []
  const file_ids = isObject(output) ? fileIdsOf(output) : []
  if (isObject(output)) {
    const named = [output.text, output.answer, output.message, output.reply].find((one) => typeof one === 'string')
    if (typeof named === 'string') return textAnswer(named, { citations, file_ids })
  }
  const json = JSON.stringify(output)
  return json.length > MOST_CHARACTERS ? textAnswer(json) : { text: '', data: output, citations, file_ids }
}

/** The files that an answer in text has, as its output calls them; data names its files itself. Who opens one is asked whether they may. */
export function answerFiles(output: Json): { file_id: string; name: string; mime: string }[] {
  if (!isObject(output) || answerOf(output).data !== null) return []
  const { file, files } = output
  return [file, ...(Array.isArray(files) ? files : [])]
    .flatMap((one) => NamedFile.safeParse(one).data ?? [])
    .slice(0, MOST_FILES)
}
const NamedFile = z.object({ file_id: z.uuid(), name: z.string().min(1).max(500), mime: z.string().max(200) })

/** The same where there is room for a text alone. */
export function answerText(output: Json): string {
  const { text, data } = answerOf(output)
  return data === null ? text : JSON.stringify(data)
}
