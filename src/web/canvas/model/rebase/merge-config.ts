/** Two people's changes of the same settings, put together field by field. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { mergePrompts } from '#graph/custom-agent/merge-prompts.ts'
import { isObject } from '#shared/json.ts'
import { same } from './same.ts'

/** A field that both changed, each to something else. What is absent is null. */
export interface FieldClash {
  path: readonly (string | number)[]
  mine: Json
  theirs: Json
}

interface Merged {
  value: Json | undefined
  clashes: FieldClash[]
}

type Part = Json | undefined
type Path = readonly (string | number)[]

const startsWith = (list: readonly Json[], start: readonly Json[]) =>
  list.length >= start.length && start.every((item, index) => same(item, list[index]))

/** Lists that keep their length are merged by place; where both only added, both additions stay. */
function mergeLists(before: Json[], mine: Json[], theirs: Json[], path: Path): Merged | null {
  if (mine.length === before.length && theirs.length === before.length) {
    const parts = before.map((item, index) => merge(item, mine[index], theirs[index], [...path, index]))
    return { value: parts.map(({ value }) => value ?? null), clashes: parts.flatMap(({ clashes }) => clashes) }
  }
  if (startsWith(mine, before) && startsWith(theirs, before))
    return { value: [...theirs, ...mine.slice(before.length)], clashes: [] }
  return null
}

function mergeObjects(before: JsonObject, mine: JsonObject, theirs: JsonObject, path: Path): Merged {
  const value: JsonObject = {}
  const clashes: FieldClash[] = []
  // Their order first: keys that only I know come behind.
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const part = merge(before[key], mine[key], theirs[key], [...path, key])
    if (part.value !== undefined) value[key] = part.value
    clashes.push(...part.clashes)
  }
  return { value, clashes }
}

/** The role of an agent is one setting that holds several fields of the builder. */
function mergeRole(before: Part, mine: Part, theirs: Part, path: Path): Merged | null {
  const isRole = path.length === 1 && path[0] === 'system'
  if (!isRole || typeof mine !== 'string' || typeof theirs !== 'string') return null
  const merged = mergePrompts(typeof before === 'string' ? before : '', mine, theirs)
  if (merged === null) return null
  const clashes = merged.mine === null ? [] : [{ path, mine: merged.mine, theirs: merged.text }]
  return { value: merged.text, clashes }
}

function merge(before: Part, mine: Part, theirs: Part, path: Path): Merged {
  if (same(mine, before)) return { value: theirs, clashes: [] }
  if (same(theirs, before) || same(mine, theirs)) return { value: mine, clashes: [] }
  if (isObject(mine) && isObject(theirs)) return mergeObjects(isObject(before) ? before : {}, mine, theirs, path)
  const role = mergeRole(before, mine, theirs, path)
  if (role !== null) return role
  const lists = Array.isArray(mine) && Array.isArray(theirs) && Array.isArray(before)
  const merged = lists ? mergeLists(before, mine, theirs, path) : null
  return merged ?? { value: theirs, clashes: [{ path, mine: mine ?? null, theirs: theirs ?? null }] }
}

/** @returns both changes in one; where they clash it holds theirs */
export function mergeConfig(
  before: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): { config: JsonObject; clashes: FieldClash[] } {
  const { value, clashes } = merge(before, mine, theirs, [])
  return { config: isObject(value) ? value : {}, clashes }
}
