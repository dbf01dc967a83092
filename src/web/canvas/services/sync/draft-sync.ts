/** Brings the edits of a draft to the server and those of others here, and says how far it is. */

import type { LoggedEdit, WorkflowEvent } from '#contract/workflows/workflow-edits.ts'
import { applyOperation } from '#graph/apply.ts'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { session } from '#web/api/call.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import { carried } from '#web/canvas/model/rebase/history.ts'
import { historyOf, readFrom } from '#web/canvas/model/rebase/old-steps.ts'
import { beforeSignOut } from '#web/lib/before-sign-out.ts'
import { t } from '#web/lib/language.ts'
import { pause } from '#web/lib/pause.ts'
import { Sync } from './sync.ts'
import { type SyncApi, serverOf } from './sync-api.ts'
import { keepUnsent, type Unsent } from './unsent.ts'

interface Options {
  api?: SyncApi
  unsent?: Unsent
  me?: string
}

const notHere = () => t('This workflow can no longer be edited')

/** What the server said of the workflow itself. */
function hear(draft: Draft, event: WorkflowEvent): void {
  const { presence, sync, save } = draft
  if (event.type === 'people') presence.people.set(event.people)
  if (event.type === 'comments') void refresh('listComments')
  if (event.type === 'gone') save.set({ state: 'read_only', reason: `${notHere()}. ${event.reason}` })
  if (event.type !== 'access') return
  sync.name.set(event.name)
  const closed = save.get().state === 'read_only'
  if (!event.update.allowed) save.set({ state: 'read_only', reason: event.update.reason ?? notHere() })
  else if (closed) save.set({ state: 'saved', at: null })
}

/** Puts the steps of before beneath those of this page. */
async function bringSteps(draft: Draft, sync: Sync, api: SyncApi, me: string): Promise<void> {
  const found = await api.history()
  const from = readFrom(found)
  if (from === null) return
  const log: LoggedEdit[] = []
  while ((log.at(-1)?.revision ?? from) < sync.revision) {
    const { edits } = await api.edits(log.at(-1)?.revision ?? from)
    if (edits.length === 0) break
    log.push(...edits)
  }
  const last = log.at(-1)?.revision ?? from
  if (last !== sync.revision || sync.pending.length > 0) return
  const old = historyOf(sync.confirmed, log, me)
  if (!old) return
  const here = draft.history.get()
  if (here.undo.length + here.redo.length === 0) return draft.history.set(old)
  // Steps of this page were sent meanwhile and are in the log as well; its own are better known here.
  const known = new Set(here.undo.map(({ step_id }) => step_id))
  const ground = here.undo
    .toReversed()
    .reduce((document, { back }) => applyOperation(document, back).document, draft.document.get())
  const beneath = old.undo.filter(({ step_id }) => !known.has(step_id))
  const journey = { from: ground, to: ground, who: t('Someone else') }
  draft.history.set({ undo: [...carried({ undo: beneath, redo: [] }, journey).undo, ...here.undo], redo: here.redo })
}

const notFound = () => t('It was archived or deleted, or is no longer shared with you.')
const AGAIN_MS = 5000

/** Follows the workflow until stopped: edits, people and what may be done. */
async function listen(draft: Draft, sync: Sync, api: SyncApi, signal: AbortSignal): Promise<void> {
  const { presence, save } = draft
  const event = (one: WorkflowEvent) => {
    if (one.type === 'edits') void sync.receive(one.edits).catch(() => sync.catchUp())
    else hear(draft, one)
    if (one.type === 'access') sync.hurry()
  }
  const connection = (up: boolean) => {
    // Whatever was said meanwhile was not heard.
    if (up && !draft.sync.connected.get()) void refresh('listComments')
    draft.sync.connected.set(up)
    if (up) sync.hurry()
    else presence.people.set([])
  }
  while (!signal.aborted) {
    try {
      return await api.follow(sync.revision, { signal, event, connection })
    } catch (error) {
      connection(false)
      const known = error instanceof ApiError ? error : null
      const reason = known?.status === 403 ? known.message : known?.status === 404 ? notFound() : null
      if (reason !== null) return save.set({ state: 'read_only', reason: `${notHere()}. ${reason}` })
    }
    await pause(AGAIN_MS, signal)
  }
}

/** Starts sending and following. @returns how to stop */
export function startSync(draft: Draft, revision: number, options: Options = {}): () => void {
  const me = options.me ?? session.get().user?.id ?? ''
  const api = options.api ?? serverOf(draft.id)
  const unsent = options.unsent ?? keepUnsent(me, draft.id)
  const sync = new Sync(draft, revision, { api, unsent, me })
  const end = new AbortController()
  draft.onEdit = (edit) => sync.add(edit)
  const keep = draft.sync.conflicts.subscribe(() => sync.keep())
  const online = () => sync.hurry()
  window.addEventListener('online', online)
  const stay = beforeSignOut(() => sync.sendAll())
  const start = async () => {
    await sync.catchUp()
    let brought = 0
    for (const kept of await unsent.takeLeft()) brought += await sync.adopt(kept)
    if (brought > 0)
      draft.sync.news.set(
        brought === 1
          ? t('A change of yours that had not been saved came back.')
          : t('{count} changes of yours that had not been saved came back.', { count: brought }),
      )
    if (sync.pending.length === 0) await bringSteps(draft, sync, api, me)
  }
  void start().catch(() => {})
  void listen(draft, sync, api, end.signal)
  return () => {
    end.abort()
    draft.onEdit = null
    keep()
    stay()
    window.removeEventListener('online', online)
    sync.stop()
    unsent.close()
  }
}
