/** Which settings of a selection are asked when it is inserted as a snippet: as one ticks and names them. Pure. */
import type { SnippetInput, SnippetParts } from '#graph/snippet.ts'
import { slug } from '#web/canvas/model/graph/naming.ts'

export interface Asked {
  node: string
  path: readonly string[]
  label: string
  /** Only this text in it; empty is all of it. */
  part: string
}

const SEPARATOR = '\u0000'
export const placeKey = (node: string, path: readonly string[]): string => [node, ...path].join(SEPARATOR)

export type Asking = ReadonlyMap<string, Asked>

const MOST_KEY = 36

/** What is asked under one name is one input with several places. @param ids of nodes in the snippet by those here */
export function inputsOf(asking: Asking, ids: ReadonlyMap<string, string>): SnippetInput[] {
  const inputs = new Map<string, SnippetInput>()
  const keys = new Set<string>()
  for (const { node, path, label, part } of asking.values()) {
    const source = ids.get(node)
    if (source === undefined) continue
    const name = label.trim()
    const place = { node: source, path: [...path], ...(part !== '' && { part }) }
    const known = inputs.get(name)
    if (known) {
      known.places.push(place)
      continue
    }
    const stem = slug(name).slice(0, MOST_KEY)
    let key = stem
    for (let number = 2; keys.has(key); number += 1) key = `${stem}_${number}`
    keys.add(key)
    inputs.set(name, { key, label: name, places: [place] })
  }
  return [...inputs.values()]
}

/**
 * The inputs of a snippet version, applied to the inserted nodes.
 * @param here ids of the document by those in the snippet
 * @param answered the answers given at insertion, which replaced parts of texts
 */
export function askingOf(
  { inputs }: SnippetParts,
  here: (source: string) => string | undefined,
  answered: Readonly<Record<string, unknown>> = {},
): Asking {
  const asking = new Map<string, Asked>()
  for (const { key, label, places } of inputs)
    for (const { node, path, part = '' } of places) {
      const id = here(node)
      const answer = part !== '' && Object.hasOwn(answered, key) ? String(answered[key]) : ''
      if (id !== undefined) asking.set(placeKey(id, path), { node: id, path, label, part: answer || part })
    }
  return asking
}
