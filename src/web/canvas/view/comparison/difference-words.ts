/** A difference in words. */
import type { Json } from '#contract/core/primitives.ts'
import type { DifferenceCounts, EdgeChange, NodeChange } from '#web/canvas/model/diff/diff.ts'

const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** `1 step added, 2 changed, 1 renamed; 3 settings; 1 connection added`; 'Nothing' for none. */
export function countsInWords(counts: DifferenceCounts): string {
  const listed = (parts: readonly [count: number, word: string][], one: string): string | null => {
    const there = parts.filter(([count]) => count > 0)
    return there.length === 0
      ? null
      : there.map(([count, word], index) => `${index === 0 ? some(count, one) : count} ${word}`).join(', ')
  }
  const steps = listed(
    [
      [counts.nodes_added, 'added'],
      [counts.nodes_removed, 'removed'],
      [counts.nodes_changed, 'changed'],
      [counts.nodes_renamed, 'renamed'],
    ],
    'step',
  )
  const ways = listed(
    [
      [counts.edges_added, 'added'],
      [counts.edges_removed, 'removed'],
    ],
    'connection',
  )
  const words = [
    steps,
    counts.settings > 0 ? some(counts.settings, 'setting') : null,
    ways,
    counts.notes > 0 ? some(counts.notes, 'note') : null,
    counts.groups > 0 ? some(counts.groups, 'group') : null,
  ]
  return words.filter((word) => word !== null).join('; ') || 'Nothing'
}

/** How many things are different, for a badge. */
export const changesIn = (counts: DifferenceCounts): number =>
  counts.nodes_added +
  counts.nodes_removed +
  counts.nodes_renamed +
  counts.nodes_changed +
  counts.edges_added +
  counts.edges_removed +
  counts.notes +
  counts.groups

const NAMES: Record<string, string> = {
  title: 'Title',
  type: 'Step type',
  version: 'Step version',
  retry: 'Retries',
  timeout_ms: 'Time limit in ms',
  on_error: 'On error',
  disabled: 'Disabled',
}

/** `config.headers.0.value` as `headers › 1 › value`. */
export function fieldName(path: readonly (string | number)[]): string {
  const [first, ...rest] = path
  if (first !== 'config') return [NAMES[String(first)] ?? first, ...rest].join(' › ')
  return rest.map((part) => (typeof part === 'number' ? part + 1 : part)).join(' › ')
}

/** A value of a setting as one reads it. */
export const written = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

export const MARKS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const
export type Mark = keyof typeof MARKS

export const nodeTitle = (change: NodeChange): string => (change.after ?? change.before).title

/** Both ends of a way by the titles of their nodes. */
export const edgeTitle = ({ edge }: EdgeChange, titles: ReadonlyMap<string, string>): string => {
  const port = edge.from.port === 'out' ? '' : ` (${edge.from.port})`
  return `${titles.get(edge.from.node) ?? edge.from.node}${port} → ${titles.get(edge.to.node) ?? edge.to.node}`
}
