/** Whether a collapsed group can stand as one node: with one input and one output. Pure. */

import type { Group, WorkflowDocument } from '#graph/document.ts'
import { t } from '#web/lib/language.ts'

/** What a group is called where it has no title. */
export const groupTitle = ({ title }: Pick<Group, 'title'>): string => title || t('Group')

/** Why a group cannot stand as one node, naming the nodes in the way; null when it can. */
export function notOneWay({ nodes, edges }: WorkflowDocument, group: Pick<Group, 'nodes'>): string | null {
  const inside = new Set(group.nodes)
  const entries = new Set<string>()
  const exits = new Set<string>()
  for (const { from, to } of edges) {
    if (inside.has(from.node) === inside.has(to.node)) continue
    if (inside.has(to.node)) entries.add(to.node)
    else exits.add(from.node)
  }
  const named = (ids: ReadonlySet<string>) =>
    nodes.flatMap(({ id, title }) => (ids.has(id) ? [`“${title}”`] : [])).join(t(' and '))
  if (entries.size > 1)
    return t('ways lead in to {names}, and collapsed it stands as one node with one way in', { names: named(entries) })
  if (exits.size > 1)
    return t('ways lead out of {names}, and collapsed it stands as one node with one way out', { names: named(exits) })
  return null
}

/** The first collapsed group that an edit would leave with several inputs or outputs; null when it leaves none so. */
export function brokenGroup(before: WorkflowDocument, after: WorkflowDocument): string | null {
  if (before.groups === after.groups && before.edges === after.edges) return null
  for (const group of after.groups) {
    if (!group.collapsed) continue
    const known = before.groups.find(({ id }) => id === group.id)
    const why = known ? notOneWay(after, group) : null
    // What was so before, made by an import or by two people at once, is not the fault of this edit.
    if (!known || why === null || (known.collapsed && notOneWay(before, known) !== null)) continue
    return known.collapsed
      ? t('“{title}” is collapsed: {why}. Expand it first.', { title: groupTitle(group), why })
      : t('“{title}” can’t be collapsed: {why}.', { title: groupTitle(group), why })
  }
  return null
}
