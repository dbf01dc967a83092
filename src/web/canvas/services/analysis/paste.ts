/** Reads what was pasted. Runs in the worker: the text can be anything, of any size. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Slot } from '#contract/workflows/bundle.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { detectOtherMaker, detectOtherMakerText } from '#nodes/import/other-makers.ts'
import { isObject } from '#shared/json.ts'
import { FRAGMENT_FORMAT, FRAGMENT_VERSION, type Fragment, MOST_PASTED } from '#web/canvas/model/graph/fragment.ts'
import { offersFor, offersForJson, type PasteOffer, requestOf } from './paste-text.ts'

export type ReadPaste =
  /** Ours. `triggers` are the ids of its nodes that start a workflow. */
  | { kind: 'fragment'; fragment: Fragment; slots: Slot[]; triggers: string[]; notes?: string[] }
  /** A workflow file of another kind, for the importer of the server. */
  | { kind: 'file' }
  | { kind: 'refused'; reason: string; offers?: PasteOffer[] }

const refused = (reason: string, offers: PasteOffer[] = []): ReadPaste => ({
  kind: 'refused',
  reason,
  ...(offers.length > 0 && { offers }),
})

const isText = (value: unknown): value is string => typeof value === 'string'

/** Slots as they should be; anything else is left out, since they only help to choose again. */
function slotsIn(raw: unknown): Slot[] {
  if (!Array.isArray(raw)) return []
  return raw.slice(0, 2000).flatMap((slot): Slot[] => {
    if (!isObject(slot)) return []
    const { node, field, type, name } = slot
    return isText(node) && isText(field) && isText(type) && isText(name) ? [{ node, field, type, name }] : []
  })
}

const triggersIn = (nodes: WorkflowDocument['nodes']): string[] =>
  nodes.filter(({ type }) => catalogue.get(type)?.trigger === true).map(({ id }) => id)

function checked(raw: Record<string, unknown>, slots: unknown): ReadPaste {
  const { nodes = [], edges = [], notes = [], groups = [] } = raw
  const { document, problems } = parseDocument({ schema_version: 1, nodes, edges, notes, groups })
  if (!document) {
    const [problem] = problems
    const place = [problem?.node, problem?.field].filter(Boolean).join('.')
    return refused(
      `The clipboard holds nodes that cannot be read: ${problem?.message ?? 'no reason'}${place && ` (${place})`}.`,
    )
  }
  if (document.nodes.length + document.notes.length === 0)
    return refused('The clipboard contains a workflow without nodes.')
  const { schema_version: _, ...fragment } = document
  return { kind: 'fragment', fragment, slots: slotsIn(slots), triggers: triggersIn(fragment.nodes) }
}

const looksLikeFile = (raw: Record<string, unknown>): boolean =>
  (isText(raw.format) && raw.format.startsWith('chowk.')) ||
  (Array.isArray(raw.nodes) && isObject(raw.connections)) ||
  isObject(raw.workflow) ||
  isObject(raw.data) ||
  Array.isArray(raw.data)

const AS_JSON = 'Copy nodes in a workflow, or the JSON of a workflow'

/** Text that is no JSON. */
function readText(text: string): ReadPaste {
  const request = requestOf(text)
  if (request && 'fragment' in request) return { kind: 'fragment', slots: [], triggers: [], ...request }
  if (request) return refused(request.reason)
  const other = detectOtherMakerText(text)
  if (other !== null) return refused(`${other}.`)
  return refused(`The clipboard text isn’t a workflow. ${AS_JSON}, and paste it here.`, offersFor(text))
}

/** What a pasted text is; never throws. */
export function readPaste(text: string): ReadPaste {
  if (text.trim() === '') return refused('The clipboard is empty.')
  if (text.length > MOST_PASTED) {
    const size = (text.length / 1_000_000).toFixed(1)
    return refused(
      `The clipboard contains ${size} million characters. You can paste up to ${MOST_PASTED / 1_000_000} million at once.`,
    )
  }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return readText(text)
  }
  const other = detectOtherMaker(raw)
  if (other !== null) return refused(`${other}.`)
  if (Array.isArray(raw) && raw.some((one) => isObject(one) && Array.isArray(one.nodes))) return { kind: 'file' }
  if (!isObject(raw))
    return refused(
      `The clipboard doesn’t contain a workflow. ${AS_JSON}, and paste it here.`,
      offersForJson(raw as Json, text),
    )
  if (raw.format === FRAGMENT_FORMAT) {
    const version = raw.format_version
    if (typeof version === 'number' && version > FRAGMENT_VERSION)
      return refused('These nodes were copied from a newer version. Update this installation first.')
    return checked(raw, raw.slots)
  }
  if (raw.schema_version !== undefined) return checked(raw, [])
  if (looksLikeFile(raw)) return { kind: 'file' }
  return refused(
    `The clipboard JSON isn’t a workflow. ${AS_JSON}, and paste it here.`,
    offersForJson(raw as JsonObject, text),
  )
}
