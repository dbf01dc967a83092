/** The answer of a run that began with a chat message, out of its output. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { MessageCitation } from '#contract/runs/conversations.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { isObject } from '#shared/json.ts'

interface RunAnswer {
  text: string
  /** As steps with knowledge write them; others are in the output. */
  citations: readonly MessageCitation[]
  /** All of the output. */
  data: JsonObject
}

const isBox = (box: Json): boolean =>
  Array.isArray(box) && box.length === 4 && box.every((side) => typeof side === 'number')

function isCitation(one: Json): boolean {
  if (!isObject(one)) return false
  const { number, cited, document, file, headings, page, boxes, text, quote } = one
  const isNamed = typeof document === 'string' && typeof text === 'string' && typeof quote === 'string'
  const isPlaced = (page === null || typeof page === 'number') && Array.isArray(boxes) && boxes.every(isBox)
  const isFile = file === null || (isObject(file) && typeof file.file_id === 'string' && typeof file.name === 'string')
  return (
    typeof number === 'number' && typeof cited === 'boolean' && Array.isArray(headings) && isNamed && isPlaced && isFile
  )
}

const citationsOf = (given: Json | undefined): MessageCitation[] =>
  (Array.isArray(given) ? given : []).filter(isCitation).map((one) => {
    const citation = one as MessageCitation
    return { ...citation, url: isAddress(citation.url) ? citation.url : null }
  })

const isAddress = (url: unknown): boolean => typeof url === 'string' && /^https?:\/\//.test(url)

/** @returns null for a run that began otherwise, or answered with something else than a text */
export function readRunAnswer({ graph, output, view }: Pick<Execution, 'graph' | 'output' | 'view'>): RunAnswer | null {
  const isChat = graph.nodes.some(({ type }) => type === 'chat_trigger')
  if (!isChat || (view !== null && view !== 'json')) return null
  if (typeof output === 'string') return { text: output, citations: [], data: {} }
  if (!isObject(output)) return null
  const text = [output.text, output.answer, output.message, output.reply].find((one) => typeof one === 'string')
  return typeof text === 'string' ? { text, citations: citationsOf(output.citations), data: output } : null
}
