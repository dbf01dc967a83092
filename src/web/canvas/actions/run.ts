/** Running the draft, and the data of its nodes. */
import { isFinal } from '#contract/execution-states.ts'
import type { TestMode } from '#contract/test-modes.ts'
import { togglePin } from '#web/canvas/run/pins.ts'
import { cancelRun, closeRun } from '#web/canvas/run/run-desk.ts'
import { beginRun } from '#web/canvas/run/run-start.ts'
import { notNow, runningOf } from '#web/canvas/run/running.ts'
import type { ActionContext, CanvasAction } from './action.ts'
import { every, notEmpty, oneNodeSelected, only } from './conditions.ts'

const isUnderWay = ({ draft }: ActionContext): boolean => {
  const { run } = runningOf(draft)
  const now = run.get()
  return now !== null && !isFinal(now.status)
}

/** Whether this person may run it, and nothing runs now. */
const mayRun = (context: ActionContext): true | string =>
  notNow(context.draft) ??
  (isUnderWay(context)
    ? 'It is running. Cancel it first.'
    : runningOf(context.draft).busy.get() === null || 'It is being started.')

const ofNode = (mode: TestMode, label: string, keys: readonly string[]): CanvasAction => ({
  id: `run-${mode}`,
  label,
  group: 'run',
  keys,
  menus: ['node'],
  enabled: every(mayRun, oneNodeSelected),
  perform: (context) => beginRun(context, { mode, node: only(context.selection.nodes) }),
})

export const runActions: readonly CanvasAction[] = [
  {
    id: 'run-all',
    label: 'Run the workflow',
    group: 'run',
    keys: ['mod+Enter'],
    whileTyping: true,
    menus: ['canvas'],
    enabled: every(mayRun, notEmpty),
    perform: (context) => beginRun(context, { mode: 'all', node: null }),
  },
  {
    id: 'run-cancel',
    label: 'Cancel the run',
    group: 'run',
    keys: ['mod+Enter', 'mod+.'],
    whileTyping: true,
    enabled: (context) => runningOf(context.draft).refusal.get() ?? (isUnderWay(context) || 'Nothing is running.'),
    perform: cancelRun,
  },
  {
    id: 'run-with-input',
    label: 'Run with other input…',
    group: 'run',
    keys: ['mod+shift+Enter'],
    whileTyping: true,
    menus: ['canvas'],
    enabled: every(mayRun, notEmpty),
    perform: ({ draft }) => runningOf(draft).asked.set({ mode: 'all', node: null }),
  },
  ofNode('node', 'Run this node alone', ['mod+alt+Enter', 'shift+R']),
  ofNode('from', 'Run from here', ['shift+F']),
  ofNode('until', 'Run until here', ['shift+U']),
  {
    id: 'pin',
    label: 'Pin or unpin its data',
    group: 'run',
    keys: ['P'],
    menus: ['node'],
    enabled: every(({ draft }) => notNow(draft) ?? true, oneNodeSelected),
    perform: ({ draft, view, selection }) => {
      const node = only(selection.nodes)
      return node === null ? undefined : togglePin(draft, view, node)
    },
  },
  {
    id: 'dock',
    label: 'Show or hide the log',
    group: 'run',
    keys: ['O'],
    menus: ['canvas'],
    enabled: () => true,
    perform: ({ view }) => view.dock.set(!view.dock.get()),
  },
  {
    id: 'close-run',
    label: 'Take the run off the canvas',
    group: 'run',
    keys: [],
    menus: ['canvas'],
    enabled: (context) =>
      runningOf(context.draft).run.get() === null
        ? 'There is no run on the canvas.'
        : isUnderWay(context)
          ? 'It is running.'
          : true,
    perform: ({ draft }) => closeRun(draft),
  },
]
