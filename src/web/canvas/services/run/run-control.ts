/** Starts, follows, cancels and opens runs of the open workflow. */

import type { JsonObject, WorkflowId } from '#contract/core/primitives.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import type { TestOf } from '#contract/runs/test-of.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import { type Asked, pastShown } from '#web/canvas/model/draft/run-session.ts'
import type { Message, View } from '#web/canvas/model/draft/view.ts'
import { countedNodes } from '#web/canvas/model/graph/counts.ts'
import { causeOf } from '#web/canvas/model/run/plain-cause.ts'
import { openDraft } from '#web/canvas/services/draft/open-draft.ts'
import { whenSaved } from '#web/canvas/services/sync/when-saved.ts'
import { t } from '#web/lib/language.ts'
import { toSentence } from '#web/lib/sentence.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { followRun } from '#web/parts/runs/follow-run.ts'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { refreshRuns } from '#web/parts/runs/start-run.ts'

/** Stops following; the run continues. */
export function leaveRun({ run }: Draft): void {
  run.stopFollowing?.()
  run.stopFollowing = null
}

async function fetched(id: string): Promise<Execution> {
  const query = runQuery(id)
  return queryClient.fetchQuery({ ...query, staleTime: 0 })
}

/** Shows a run and keeps it true until it ends. */
async function follow(draft: Draft, first: Execution): Promise<void> {
  leaveRun(draft)
  const { execution, progress, iterations, lost } = draft.run
  progress.set({})
  iterations.set({})
  lost.set(false)
  execution.set(first)
  if (isFinal(first.status)) return
  const { stop, ended } = followRun(first, {
    change: (next) => {
      const now = execution.get()
      if (now) execution.set(next(now))
    },
    progress: (node, now) => progress.set({ ...progress.get(), [node]: now }),
    lost: lost.set,
    renew: async (signal) => {
      const now = await fetched(first.id)
      if (!signal.aborted) execution.set(now)
    },
  })
  draft.run.stopFollowing = stop
  if (await ended) refreshRuns()
}

/** How many nodes nothing leads to, as validation said last. */
const looseIn = (draft: Draft): number =>
  draft.analysis.get().problems.filter(({ code }) => code === 'unreachable').length

export const DOING = {
  all: 'Running the workflow',
  node: 'Running one node',
  from: 'Running from here',
  until: 'Running up to here',
}
export const DONE = { all: 'Ran the workflow', node: 'Ran one node', from: 'Ran from here', until: 'Ran up to here' }

/** What was run and what was not, in a sentence. */
function saidOf({ mode, reused, stale, also, pinned, loop }: TestOf, loose: number, what = DOING[mode]): string {
  const parts = [t(what)]
  if (reused.length > 0) parts.push(t('data of {nodes} is from the run before', { nodes: countedNodes(reused.length) }))
  if (stale.length > 0) parts.push(t('{nodes} of it edited since', { nodes: countedNodes(stale.length) }))
  if (also.length > 0) {
    const nodes = countedNodes(also.length)
    if (what === DONE[mode]) parts.push(t('{nodes} before it ran, too', { nodes }))
    else parts.push(also.length === 1 ? t('1 node before it runs, too') : t('{nodes} before it run, too', { nodes }))
  }
  if (pinned.length > 0) parts.push(t('{nodes} pinned', { nodes: countedNodes(pinned.length) }))
  if (loop !== null) parts.push(t('once per item of its loop'))
  if (mode === 'all' && loose > 0) parts.push(t('{nodes} not connected and not run', { nodes: countedNodes(loose) }))
  return `${parts.join('; ')}.`
}

/** How a run ended, and what was not of it, in place of what was said when it began. */
function tellEnd({ draft, view }: StartHow, test: TestOf, began: Message): void {
  const run = draft.run.execution.get()
  if (!run || !isFinal(run.status) || (view.message.get() ?? began) !== began) return
  const failed = run.nodes.find(({ status }) => status === 'failed')
  const title = draft.document.get().nodes.find(({ id }) => id === failed?.node_id)?.title
  if (run.status === 'succeeded')
    view.message.set({ text: saidOf(test, looseIn(draft), DONE[test.mode]), tone: 'info' })
  if (run.status !== 'failed') return
  const why = toSentence(causeOf(failed?.error?.message ?? run.error?.message ?? ''))
  view.message.set({
    text: title ? t('Failed at “{title}”: {why}', { title, why }) : t('Failed: {why}', { why }),
    tone: 'bad',
  })
}

/** The words of a refusal, its problems among them. */
export const refusalOf = (error: unknown): string =>
  error instanceof ApiError && error.problems.length > 0
    ? error.problems.map(({ message }) => toSentence(message)).join(' ')
    : friendly(error)

/** The document as the server has it now, so that it is known later what was edited since. */
export interface StartHow {
  draft: Draft
  view: View
}

/** Runs the draft, or a part of it. Why it could not begin is said. @returns whether it has begun */
export async function startTest(
  { draft, view }: StartHow,
  { mode, node }: Asked,
  input: JsonObject | null,
): Promise<boolean> {
  const session = draft.run
  if (session.busy.get() !== null) return false
  session.busy.set('starting')
  try {
    await whenSaved(draft)
    const ran: WorkflowDocument = draft.document.get()
    const earlier = session.execution.get()
    const body = {
      mode,
      ...(node !== null && { node_id: node }),
      ...(input !== null && { input }),
      ...(mode !== 'all' && earlier !== null && { source_id: earlier.id }),
    }
    const started = await call('testWorkflow', { params: { id: draft.id as WorkflowId }, body })
    const began: Message = { text: saidOf(started.test, looseIn(draft)), tone: 'info' }
    view.message.set(began)
    closePast(draft)
    const first = await fetched(started.execution_id)
    session.ran.set(ran)
    session.earlier.set(false)
    session.hidden.set(false)
    void follow(draft, first).then(() => tellEnd({ draft, view }, started.test, began))
    refreshRuns()
    return true
  } catch (error) {
    view.message.set({ text: refusalOf(error), tone: 'bad' })
    return false
  } finally {
    session.busy.set(null)
  }
}

export async function cancelRun({ draft, view }: StartHow): Promise<void> {
  const session = draft.run
  const run = session.execution.get()
  if (!run || isFinal(run.status) || session.busy.get() === 'cancelling') return
  session.busy.set('cancelling')
  try {
    await call('controlExecution', { params: { id: run.id }, body: { action: 'cancel' } })
    view.message.set({ text: t('Cancelled'), tone: 'info' })
    await follow(draft, await fetched(run.id))
    refreshRuns()
  } catch (error) {
    view.message.set({ text: refusalOf(error), tone: 'bad' })
  } finally {
    session.busy.set(null)
  }
}

/** The workflow as it was when it ran; null where that version is gone. */
async function ranIn({ id }: Draft, { version }: Execution): Promise<WorkflowDocument | null> {
  if (version === null) return null
  const { document } = await call('getVersion', { params: { id: id as WorkflowId, number: version } })
  return document as unknown as WorkflowDocument
}

/** The run with the workflow it ran, apart from the one that is edited. */
function pastDraft(home: Draft, run: Execution, document: WorkflowDocument): Draft {
  const made = openDraft({ id: home.id, document, readOnly: pastShown(), home })
  const session = made.run
  session.past.set({ id: run.id, draft: made })
  session.ran.set(document)
  session.refusal.set(home.run.refusal.get())
  session.data.set(home.run.data.get())
  return made
}

/** Puts a run to be looked at on the canvas, in the place of what is edited, as it was when it ran. @throws ApiError */
async function showPast(home: Draft, run: Execution): Promise<void> {
  const document = await ranIn(home, run)
  closePast(home)
  const draft = document && pastDraft(home, run, document)
  home.run.past.set({ id: run.id, draft })
  void follow(draft ?? home, run)
}

function closePast(home: Draft): void {
  const { past } = home.run
  const shown = past.get()?.draft
  if (shown) leaveRun(shown)
  past.set(null)
}

/**
 * Puts a run that is there on the canvas.
 * @param past whether it is opened to be looked at, before anything is taken from it
 */
export async function openRun({ draft: given, view }: StartHow, id: string, past: boolean): Promise<void> {
  const draft = given.home
  const session = draft.run
  try {
    const run = await fetched(id)
    if (run.workflow.id !== draft.id) throw new Error(t('This run belongs to another workflow.'))
    if (past) return await showPast(draft, run)
    session.ran.set(null)
    session.earlier.set(false)
    session.hidden.set(false)
    void follow(draft, run)
    const ran = await ranIn(draft, run)
    if (session.execution.get()?.id === id) session.ran.set(ran)
  } catch (error) {
    view.message.set({
      text: error instanceof ApiError ? friendly(error) : String((error as Error).message),
      tone: 'bad',
    })
  }
}

/** A run that was looked at becomes the one on the canvas of the editor, whose data it is. */
export function takeRun(home: Draft): void {
  const session = home.run
  const shown = session.past.get()?.draft
  if (shown) {
    const from = shown.run
    const run = from.execution.get()
    session.ran.set(from.ran.get())
    session.earlier.set(true)
    session.hidden.set(false)
    if (run) void follow(home, run)
  }
  closePast(home)
}

/** Takes the run off the canvas: one that was looked at leaves the editor as it was before. */
export function closeRun(given: Draft): void {
  const draft = given.home
  const session = draft.run
  const past = session.past.get()
  closePast(draft)
  if (past?.draft) return
  leaveRun(draft)
  session.ran.set(null)
  session.execution.set(null)
}

/**
 * The newest run of this workflow among those that the caller may read, so that its results and its data are there from the beginning.
 * What it ran is known before anything is said of it.
 */
export async function openNewest({ draft }: Pick<StartHow, 'draft'>): Promise<void> {
  const session = draft.run
  const query = { workflow_id: draft.id as WorkflowId, limit: 1 }
  const [newest] = (await call('listExecutions', { query })).items
  if (!newest || session.execution.get() !== null) return
  const run = await fetched(newest.id)
  const ran = await ranIn(draft, run)
  // A run that was begun meanwhile is newer.
  if (session.execution.get() !== null || session.busy.get() !== null) return
  session.ran.set(ran)
  session.earlier.set(true)
  session.hidden.set(isLastRunHidden())
  void follow(draft, run)
}

const HIDDEN = 'last-run'

/** Whether this browser is to show a workflow without its last run. */
const isLastRunHidden = (): boolean => readStored(HIDDEN) === 'hidden'

/** Takes what the run did off the cards, or puts it back; this browser remembers it for every workflow. Its data stays. */
export function showLastRun({ home }: Draft, isShown: boolean): void {
  home.run.hidden.set(!isShown)
  writeStored(HIDDEN, isShown ? null : 'hidden')
}
