/** The entries of a context menu, in order. Pure. */
import type { CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { actions } from './action-list.ts'

type Kind = NonNullable<CanvasAction['menus']>[number]
type Group = CanvasAction['group']

/** Running comes first: it is what one opens the menu for most often. */
const FLAT: readonly Group[] = ['run', 'add', 'edit']
export const BEHIND: readonly { label: string; groups: readonly Group[] }[] = [
  { label: 'Arrange and group', groups: ['arrange'] },
  { label: 'Select and view', groups: ['select', 'view'] },
]
/** A line for a single action would only hide it. */
const LEAST = 2

export interface ActionMenu {
  flat: CanvasAction[]
  behind: { label: string; actions: CanvasAction[] }[]
}

/** Within a group, entries that run something come before entries that change its data. */
const rank = ({ group, id }: CanvasAction) => FLAT.indexOf(group) * 2 + (group === 'run' && !/^run/.test(id) ? 1 : 0)

export function menuOf(kind: Kind): ActionMenu {
  const offered = actions.filter(({ menus }) => menus?.includes(kind))
  const groups = BEHIND.map(({ label, groups }) => ({
    label,
    actions: offered.filter(({ group }) => groups.includes(group)),
  }))
  const behind = groups.filter(({ actions: inside }) => inside.length >= LEAST)
  const hidden = new Set(behind.flatMap(({ actions: inside }) => inside))
  const shown = offered.filter((action) => !hidden.has(action))
  const [known, others] = [
    shown.filter(({ group }) => FLAT.includes(group)),
    shown.filter(({ group }) => !FLAT.includes(group)),
  ]
  return { flat: [...known.toSorted((a, b) => rank(a) - rank(b)), ...others], behind }
}

/** A separator is drawn between two of these. */
export const sectionOf = (action: CanvasAction | undefined): string =>
  action === undefined || FLAT.includes(action.group) ? (action?.group ?? '') : 'other'
