/** Finds a text in everything that was written in a workflow, and puts another in its place. Literal, so any text can be sought. Pure. */

import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { DOCUMENT_LIMITS } from '#graph/values/document-values.ts'
import { t } from '#web/lib/language.ts'
import { mapTexts, textsIn } from './texts.ts'

export interface Search {
  text: string
  matchCase: boolean
}

/** A text that holds what was sought. */
export interface Found {
  /** Its place: unique among all. */
  key: string
  where:
    | { node: string; path: string }
    | { node: string; title: true }
    | { note: string }
    | { group: string; description?: true }
  /** What it belongs to, for people. */
  name: string
  text: string
  /** Where in the text: from, to. */
  places: [number, number][]
}

export const MOST_FOUND = 2000
const TITLE = 120
const NOTE = 20_000
const DESCRIPTION = 300

const pattern = ({ text, matchCase }: Search): RegExp =>
  new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), matchCase ? 'g' : 'gi')

const placesIn = (text: string, search: Search): [number, number][] =>
  [...text.matchAll(pattern(search))].map(({ index, 0: found }) => [index, index + found.length])

/** Every text that holds it: titles and settings of nodes in their order, then notes and groups. */
export function findTexts(document: WorkflowDocument, search: Search): Found[] {
  if (search.text === '') return []
  const found: Found[] = []
  const look = (key: string, where: Found['where'], name: string, text: string) => {
    const places = placesIn(text, search)
    if (places.length > 0 && found.length < MOST_FOUND) found.push({ key, where, name, text, places })
  }
  for (const { id, title, config } of document.nodes) {
    look(`${id} title`, { node: id, title: true }, title, title)
    for (const { path, text } of textsIn(config)) look(`${id} config ${path}`, { node: id, path }, title, text)
  }
  for (const { id, text } of document.notes) look(`note ${id}`, { note: id }, t('Note'), text)
  for (const { id, title, description = '' } of document.groups) {
    look(`group ${id}`, { group: id }, title || t('Group'), title)
    look(`group ${id} description`, { group: id, description: true }, title || t('Group'), description)
  }
  return found
}

export interface Replaced {
  operation: Operation | null
  /** How often it was replaced. */
  count: number
  /** Places that stay, and why. */
  kept: { name: string; reason: string }[]
}

/** Why a text cannot become this one; null when it can. */
function refusalOf(where: Found['where'], next: string): string | null {
  if ('path' in where) return null
  if ('note' in where) return next.length > NOTE ? t('A note can have up to {count} characters', { count: NOTE }) : null
  if ('description' in where)
    return next.length > DESCRIPTION
      ? t('A description can have up to {count} characters', { count: DESCRIPTION })
      : null
  if ('title' in where && next.trim() === '') return t('A title can’t be empty')
  return next.length > TITLE ? t('A title can have up to {count} characters', { count: TITLE }) : null
}

function stepOf(where: Exclude<Found['where'], { path: string }>, next: string): Step {
  if ('note' in where) return { type: 'update_note', note_id: where.note, text: next }
  if ('group' in where)
    return { type: 'update_group', group_id: where.group, [where.description ? 'description' : 'title']: next }
  return { type: 'set_title', node_id: where.node, title: next }
}

/** Puts `by` in place of what was found, everywhere it is named in `found`. */
export function replacing(document: WorkflowDocument, search: Search, by: string, found: readonly Found[]): Replaced {
  const steps: Step[] = []
  const kept: Replaced['kept'] = []
  const configs = new Map<string, Set<string>>()
  const changed = (text: string) => text.replace(pattern(search), () => by)
  let count = 0
  let grown = 0
  for (const { where, name, text, places } of found) {
    const next = changed(text)
    const reason = refusalOf(where, next)
    if (reason !== null) {
      kept.push({ name, reason })
      continue
    }
    count += places.length
    grown += next.length - text.length
    if ('path' in where) configs.set(where.node, (configs.get(where.node) ?? new Set()).add(where.path))
    else steps.push(stepOf(where, next))
  }
  if (JSON.stringify(document).length + grown > DOCUMENT_LIMITS.bytes) {
    const reason = t('A workflow can contain up to a million characters')
    return { operation: null, count: 0, kept: [{ name: t('Everything'), reason }] }
  }
  for (const { id, config } of document.nodes) {
    const paths = configs.get(id)
    if (!paths) continue
    const next = mapTexts(config, (text, path) => (paths.has(path) ? changed(text) : text))
    if (next !== config) steps.push({ type: 'set_config', node_id: id, config: next as JsonObject })
  }
  return { operation: steps.length === 0 ? null : { type: 'batch', operations: steps }, count, kept }
}

/** Puts one id in place of another in every setting that is exactly this id: a credential or a model everywhere. */
export function exchanging(document: WorkflowDocument, from: string, to: string): Replaced {
  let count = 0
  const wanted = from.toLowerCase()
  const steps = document.nodes.flatMap(({ id, config }): Step[] => {
    const next = mapTexts(config, (text) => {
      if (text.toLowerCase() !== wanted) return text
      count += 1
      return to
    })
    return next === config ? [] : [{ type: 'set_config', node_id: id, config: next as JsonObject }]
  })
  return { operation: steps.length === 0 ? null : { type: 'batch', operations: steps }, count, kept: [] }
}
