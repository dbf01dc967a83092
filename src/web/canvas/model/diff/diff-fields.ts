/** What is different between the settings of one node in two documents, field by field. */

import type { Json } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { isObject } from '#shared/json.ts'
import { type TextPiece, textDifference } from './diff-text.ts'

export interface FieldChange {
  /** From the node on: `['config', 'headers', 0, 'value']`, `['title']`, `['retry']`. */
  path: readonly (string | number)[]
  kind: 'added' | 'removed' | 'changed'
  /** Absent where it was added. */
  before?: Json
  /** Absent where it was removed. */
  after?: Json
  /** Two texts, compared word by word; null for everything else. */
  text: readonly TextPiece[] | null
}

type Path = readonly (string | number)[]

const same = (a: Json, b: Json): boolean => a === b || canonicalJson(a) === canonicalJson(b)

function compare(path: Path, a: Json | undefined, b: Json | undefined, found: FieldChange[]): void {
  if (a === undefined && b === undefined) return
  if (a === undefined) found.push({ path, kind: 'added', after: b as Json, text: null })
  else if (b === undefined) found.push({ path, kind: 'removed', before: a, text: null })
  else if (isObject(a) && isObject(b)) compareObjects(path, a, b, found)
  else if (Array.isArray(a) && Array.isArray(b)) compareLists(path, a, b, found)
  else if (!same(a, b)) {
    const text = typeof a === 'string' && typeof b === 'string' ? textDifference(a, b) : null
    found.push({ path, kind: 'changed', before: a, after: b, text })
  }
}

const own = (value: { [key: string]: Json }, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined

function compareObjects(
  path: Path,
  a: { [key: string]: Json },
  b: { [key: string]: Json },
  found: FieldChange[],
): void {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const key of keys) compare([...path, key], own(a, key), own(b, key), found)
}

/** An item put into the middle is one item added, not every later one changed. */
function compareLists(path: Path, a: readonly Json[], b: readonly Json[], found: FieldChange[]): void {
  let start = 0
  while (start < a.length && start < b.length && same(a[start] as Json, b[start] as Json)) start += 1
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && same(a[endA - 1] as Json, b[endB - 1] as Json)) {
    endA -= 1
    endB -= 1
  }
  const most = Math.max(endA, endB)
  for (let place = start; place < most; place += 1)
    compare([...path, place], place < endA ? a[place] : undefined, place < endB ? b[place] : undefined, found)
}

const POLICIES = ['title', 'type', 'version', 'retry', 'timeout_ms', 'on_error', 'disabled'] as const

/** Everything but id and place. */
export function fieldChanges(before: WorkflowNode, after: WorkflowNode): FieldChange[] {
  const found: FieldChange[] = []
  for (const key of POLICIES) {
    // Not disabled is the same whether it is said or not.
    const of = (node: WorkflowNode) => (key === 'disabled' ? node.disabled === true : node[key]) as Json | undefined
    compare([key], of(before), of(after), found)
  }
  compareObjects(['config'], before.config, after.config, found)
  return found
}
