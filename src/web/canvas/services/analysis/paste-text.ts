/** What becomes of a pasted text that is no workflow: a request for cURL and for an address, offers for everything else. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Note, WorkflowNode } from '#graph/document.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { importCurl } from '#nodes/lib/integrations/curl.ts'
import { NodeError } from '#nodes/node.ts'
import type { Fragment } from '#web/canvas/model/graph/fragment.ts'

/** Something a text can be put into. */
export interface PasteOffer {
  label: string
  fragment: Fragment
}

/** Characters a note or a text setting takes. */
const LONGEST_TEXT = 20_000
const NOTE = { width: 320, height: 200 } as const
const ADDRESS = /^https?:\/\/[^\s<>"\\^`{|}]{3,4000}$/i
const CURL = /^(?:\$\s{1,9})?(?:[^\s'"]{0,200}[\\/])?curl(?:\.exe)?\s/

const nothing: Fragment = { nodes: [], edges: [], notes: [], groups: [] }

const nodeWith = (type: string, id: string, config: JsonObject): WorkflowNode => {
  const known = catalogue.get(type)
  if (!known) throw new Error(`The catalogue has no ${type}`)
  return { id, type, version: known.version, title: known.title, config, position: { x: 0, y: 0 } }
}

const only = (node: WorkflowNode): Fragment => ({ ...nothing, nodes: [node] })

/** The step of a line of cURL, with what was left out of it; the reason where it cannot be read; null for what is no cURL. */
export function requestOf(text: string): { fragment: Fragment; notes: string[] } | { reason: string } | null {
  const line = text.trim()
  const isAddress = ADDRESS.test(line)
  if (!isAddress && !CURL.test(line)) return null
  try {
    const { settings, notes } = importCurl(isAddress ? `curl '${line.replaceAll("'", '%27')}'` : line)
    return { fragment: only(nodeWith('http_request', 'request', settings)), notes }
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    return { reason: `This cURL command cannot be read: ${error.message}.` }
  }
}

/** What can be made of a text: empty where it is too long for anything. */
export function offersFor(text: string): PasteOffer[] {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > LONGEST_TEXT) return []
  const note: Note = { id: 'note', text: trimmed, position: { x: 0, y: 0 }, size: NOTE, color: 'marigold' }
  return [
    { label: 'As note', fragment: { ...nothing, notes: [note] } },
    // Braces in a text from elsewhere are not meant as expressions.
    ...(trimmed.includes('{{')
      ? []
      : [{ label: 'As text step', fragment: only(nodeWith('template', 'text', { text: trimmed })) }]),
  ]
}

/** What can be made of JSON that is no workflow. */
export function offersForJson(value: Json, text: string): PasteOffer[] {
  if (typeof value !== 'object' || value === null || text.length > LONGEST_TEXT || text.includes('{{')) return []
  const fragment = only(nodeWith('set_fields', 'data', { json: value }))
  // Reserved keys and the like are no data of a workflow.
  const { document } = parseDocument({ schema_version: 1, ...fragment })
  return document ? [{ label: 'As data: a step that returns it', fragment }] : []
}
