/** Running the draft, and the data of its nodes. */

import { isFinal } from '#contract/runs/execution-states.ts'
import type { TestMode } from '#contract/runs/test-modes.ts'
import { notNow, pastShown } from '#web/canvas/model/draft/run-session.ts'
import { putBack, togglePin, unpinAll } from '#web/canvas/services/run/pins.ts'
import { cancelRun, showLastRun } from '#web/canvas/services/run/run-control.ts'
import { beginRun } from '#web/canvas/services/run/run-start.ts'
import type { ActionContext, CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { every, notEmpty, oneNodeSelected, only } from '#web/canvas/tools/actions/conditions.ts'
import { t } from '#web/lib/language.ts'

const isUnderWay = ({ draft }: ActionContext): boolean => {
  const now = draft.run.execution.get()
  return now !== null && !isFinal(now.status)
}

/** Whether this person may run it, and nothing runs now. */
const mayRun = (context: ActionContext): true | string =>
  notNow(context.draft) ??
  (isUnderWay(context)
    ? t('It’s running. Cancel it first.')
    : context.draft.run.busy.get() === null || t('It’s starting.'))

const ofNode = (mode: TestMode, label: string, keys: readonly string[]): CanvasAction => ({
  id: `run-${mode}`,
  label,
  group: 'run',
  keys,
  menus: ['node'],
  enabled: every(mayRun, oneNodeSelected),
  perform: (context) => beginRun(context, { mode, node: only(context.selection.nodes) }),
})

const dock = (shown: 'log' | 'values', id: string, key: string): CanvasAction => ({
  id,
  label: shown === 'log' ? 'Show or hide the log' : 'Show or hide the values',
  group: 'run',
  keys: [key],
  menus: ['canvas'],
  enabled: () => true,
  perform: ({ view }) => {
    const isSeen = view.dock.get() && view.docked.get() === shown
    view.docked.set(shown)
    view.dock.set(!isSeen)
  },
})
const docks = [dock('log', 'dock', 'O'), dock('values', 'values', 'shift+V')]

const changedOf = ({ draft }: ActionContext): string[] =>
  Object.values(draft.run.pins.get()).flatMap(({ node_id, before }) => (before ? [node_id] : []))

const mayPin = ({ draft }: ActionContext): true | string => notNow(draft) ?? true

/** Values that were changed, and pinned ones, as a whole or of one node. */
const values: readonly CanvasAction[] = [
  {
    id: 'put-back',
    label: 'Restore its output',
    group: 'run',
    keys: ['shift+B'],
    menus: ['node'],
    enabled: every(
      mayPin,
      oneNodeSelected,
      (context) => changedOf(context).includes(only(context.selection.nodes) ?? '') || t('Its value wasn’t changed.'),
    ),
    perform: ({ draft, view, selection }) => putBack(draft, view, [...selection.nodes]),
  },
  {
    id: 'put-all-back',
    label: 'Restore all changed values',
    group: 'run',
    keys: [],
    menus: ['canvas'],
    enabled: every(mayPin, (context) => changedOf(context).length > 0 || t('No values were changed.')),
    perform: (context) => putBack(context.draft, context.view, changedOf(context)),
  },
  {
    id: 'unpin-all',
    label: 'Unpin all data',
    group: 'run',
    keys: [],
    menus: ['canvas'],
    enabled: every(mayPin, ({ draft }) => Object.keys(draft.run.pins.get()).length > 0 || t('Nothing is pinned.')),
    perform: ({ draft, view }) => unpinAll(draft, view),
  },
]

export const runActions: readonly CanvasAction[] = [
  {
    id: 'run-all',
    label: 'Run workflow',
    group: 'run',
    keys: ['mod+Enter'],
    whileTyping: true,
    menus: ['canvas'],
    enabled: every(mayRun, notEmpty),
    perform: (context) => beginRun(context, { mode: 'all', node: null }),
  },
  {
    id: 'run-cancel',
    label: 'Cancel run',
    group: 'run',
    keys: ['mod+Enter', 'mod+.'],
    whileTyping: true,
    enabled: (context) => context.draft.run.refusal.get() ?? (isUnderWay(context) || t('Nothing is running.')),
    perform: cancelRun,
  },
  {
    id: 'run-with-input',
    label: 'Run with different input…',
    group: 'run',
    keys: ['mod+shift+Enter'],
    whileTyping: true,
    menus: ['canvas'],
    enabled: every(mayRun, notEmpty),
    perform: ({ draft }) => draft.run.asked.set({ mode: 'all', node: null }),
  },
  ofNode('node', 'Run only this node', ['mod+alt+Enter', 'shift+R']),
  ofNode('from', 'Run from here', ['shift+F']),
  ofNode('until', 'Run up to here', ['shift+U']),
  {
    id: 'pin',
    label: 'Pin or unpin data',
    group: 'run',
    keys: ['P'],
    menus: ['node'],
    enabled: every(({ draft }) => notNow(draft) ?? true, oneNodeSelected),
    perform: ({ draft, view, selection }) => {
      const node = only(selection.nodes)
      return node === null ? undefined : togglePin(draft, view, node)
    },
  },
  ...docks,
  ...values,
  {
    id: 'last-run',
    label: 'Show or hide the last run',
    group: 'run',
    keys: ['shift+O'],
    menus: ['canvas'],
    enabled: (context) => {
      if (context.draft.home.run.past.get() !== null) return pastShown()
      if (context.draft.run.execution.get() === null) return t('There’s no run on the canvas.')
      return isUnderWay(context) && !context.draft.run.hidden.get() ? t('It’s running.') : true
    },
    perform: ({ draft }) => showLastRun(draft, draft.run.hidden.get()),
  },
]
