/** A difference in words. */

import type { Json } from '#contract/core/primitives.ts'
import type { DifferenceCounts, EdgeChange, NodeChange } from '#web/canvas/model/diff/diff.ts'
import { t } from '#web/lib/language.ts'

/** The first that there is says what is counted, the others only how many. */
const listed = (parts: readonly [count: number, first: (count: number) => string, next: (count: number) => string][]) =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, first, next], index) => (index === 0 ? first(count) : next(count)))
    .join(', ')

/** `1 step added, 2 changed, 1 renamed; 3 settings; 1 connection added`; 'Nothing' for none. */
export function countsInWords(counts: DifferenceCounts): string {
  const added = (count: number) => t('{count} added', { count })
  const removed = (count: number) => t('{count} removed', { count })
  const steps = listed([
    [counts.nodes_added, (n) => (n === 1 ? t('1 step added') : t('{count} steps added', { count: n })), added],
    [counts.nodes_removed, (n) => (n === 1 ? t('1 step removed') : t('{count} steps removed', { count: n })), removed],
    [
      counts.nodes_changed,
      (n) => (n === 1 ? t('1 step changed') : t('{count} steps changed', { count: n })),
      (count) => t('{count} changed', { count }),
    ],
    [
      counts.nodes_renamed,
      (n) => (n === 1 ? t('1 step renamed') : t('{count} steps renamed', { count: n })),
      (count) => t('{count} renamed', { count }),
    ],
  ])
  const ways = listed([
    [
      counts.edges_added,
      (n) => (n === 1 ? t('1 connection added') : t('{count} connections added', { count: n })),
      added,
    ],
    [
      counts.edges_removed,
      (n) => (n === 1 ? t('1 connection removed') : t('{count} connections removed', { count: n })),
      removed,
    ],
  ])
  const { settings, notes, groups } = counts
  const words = [
    steps,
    settings === 0 ? '' : settings === 1 ? t('1 setting') : t('{count} settings', { count: settings }),
    ways,
    notes === 0 ? '' : notes === 1 ? t('1 note') : t('{count} notes', { count: notes }),
    groups === 0 ? '' : groups === 1 ? t('1 group') : t('{count} groups', { count: groups }),
  ]
  return words.filter((word) => word !== '').join('; ') || t('Nothing')
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

export const NAMES: Record<string, string> = {
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
  if (first !== 'config') return [t(NAMES[String(first)] ?? String(first)), ...rest].join(' › ')
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
