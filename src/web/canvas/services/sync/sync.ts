/**
 * Brings edits to the server and those of others here. `confirmed` is the document as the server has it at `revision`;
 * the screen shows it with `pending` on top. The server accepts only edits made on its newest revision: when another
 * person was first, their edits are fetched, mine are rebased onto theirs (`rebase.ts`) and sent again. Only one
 * request is in flight at a time, so that the order is kept.
 */

import type { LoggedEdit } from '#contract/workflows/workflow-edits.ts'
import { applyOperation } from '#graph/apply.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import { type Conflict, isOver } from '#web/canvas/model/rebase/conflicts.ts'
import { before, follow, jump, type RemoteChange, type SyncedState } from '#web/canvas/model/rebase/follow-log.ts'
import { ownStep } from '#web/canvas/model/rebase/old-steps.ts'
import { type Edit, rebase } from '#web/canvas/model/rebase/rebase.ts'
import { changesIn, squash } from '#web/canvas/model/rebase/squash.ts'
import { t } from '#web/lib/language.ts'
import type { SyncApi } from './sync-api.ts'
import type { Kept, Unsent } from './unsent.ts'
import { whenSaved } from './when-saved.ts'

/** Edits wait this long for more to go with them, in ms. */
const GATHER_MS = 300
const FIRST_AGAIN_MS = 1000
const MOST_AGAIN_MS = 15_000
const MOST_AT_ONCE = 200
/** A body of the API has at most a megabyte. */
const MOST_CHARS = 400_000

export interface SyncParts {
  api: SyncApi
  unsent: Unsent
  /** Id of the person. */
  me: string
}

export class Sync {
  readonly #draft: Draft
  readonly #api: SyncApi
  readonly #unsent: Unsent
  readonly #me: string
  #standing: SyncedState
  #timer: ReturnType<typeof setTimeout> | null = null
  #sending = false
  /** Ids of edits that wait and were sent before: the server may have them, whatever came of the request. */
  #sent: ReadonlySet<string> = new Set()
  #failures = 0
  /** How many edits go at once; fewer after a refusal, to find the one that is not taken. */
  #most = MOST_AT_ONCE
  #stopped = false

  constructor(draft: Draft, revision: number, { api, unsent, me }: SyncParts) {
    this.#me = me
    this.#draft = draft
    this.#api = api
    this.#unsent = unsent
    this.#standing = { confirmed: draft.document.get(), revision, pending: [] }
  }

  get revision(): number {
    return this.#standing.revision
  }

  get confirmed(): WorkflowDocument {
    return this.#standing.confirmed
  }

  get pending(): readonly Edit[] {
    return this.#standing.pending
  }

  /** An edit that was made here. */
  add(edit: Edit): void {
    const { pending } = this.#standing
    // What was sent stays as it was sent: the server knows it by its id and would not take another edit under it.
    const unsent = pending.findLastIndex(({ edit_id }) => this.#sent.has(edit_id)) + 1
    const next = [...pending.slice(0, unsent), ...squash(pending.slice(unsent), edit)]
    this.#stand({ ...this.#standing, pending: next })
    this.#later(this.#failures > 0 ? this.#pause() : GATHER_MS)
  }

  #stand(standing: SyncedState): void {
    this.#standing = standing
    // Edits are gathered for a moment, and are not saved while they are.
    const { save } = this.#draft
    if (standing.pending.length > 0 && save.get().state === 'saved') save.set({ state: 'saving' })
    this.keep()
  }

  /** Writes down what would be lost with the page. */
  keep(): void {
    const { revision, pending } = this.#standing
    const { sync, document } = this.#draft
    const open = sync.conflicts.get().filter((conflict) => !isOver(document.get(), conflict))
    if (open.length !== sync.conflicts.get().length) sync.conflicts.set(open)
    sync.unsent.set(changesIn(pending))
    this.#unsent.keep({ revision, edits: pending, conflicts: open })
  }

  #pause(): number {
    return Math.min(FIRST_AGAIN_MS * 2 ** Math.max(0, this.#failures - 1), MOST_AGAIN_MS)
  }

  #later(ms: number): void {
    if (this.#stopped) return
    if (this.#timer !== null) {
      if (ms > 0) return
      clearTimeout(this.#timer)
    }
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.flush()
    }, ms)
  }

  /** Tries again at once: the connection is back. */
  hurry(): void {
    if (this.#standing.pending.length > 0) this.#later(0)
  }

  #batch(): Edit[] {
    const batch: Edit[] = []
    let chars = 0
    for (const edit of this.#standing.pending) {
      chars += JSON.stringify(edit).length
      if (batch.length > 0 && (batch.length >= this.#most || chars > MOST_CHARS)) break
      batch.push(edit)
    }
    return batch
  }

  #isReadOnly(): boolean {
    return this.#draft.save.get().state === 'read_only'
  }

  /** Sends what waits; resolves when this one try is over. */
  async flush(): Promise<void> {
    const batch = this.#batch()
    if (this.#sending || batch.length === 0 || this.#isReadOnly()) return
    this.#sending = true
    const sentBefore = this.#standing.pending.filter(({ edit_id }) => this.#sent.has(edit_id))
    this.#sent = new Set([...sentBefore, ...batch].map(({ edit_id }) => edit_id))
    if (this.#failures === 0) this.#draft.save.set({ state: 'saving' })
    try {
      const { revision } = await this.#api.send(this.#standing.revision, batch)
      this.#sending = false
      this.#taken(batch, revision)
    } catch (error) {
      this.#sending = false
      await this.#refused(batch, error)
    }
  }

  /** Sends all that waits; resolves when nothing does any more, or the server does not take it. */
  async sendAll(): Promise<void> {
    await this.flush()
    await whenSaved(this.#draft).catch(() => {})
  }

  #taken(batch: readonly Edit[], revision: number): void {
    this.#failures = 0
    this.#most = MOST_AT_ONCE
    const { confirmed, pending } = this.#standing
    // The stream may have brought them before the answer.
    if (revision > this.#standing.revision) {
      const next = batch.reduce((document, { operation }) => applyOperation(document, operation).document, confirmed)
      this.#stand({ confirmed: next, revision, pending: pending.slice(batch.length) })
    }
    this.#saved()
  }

  #saved(): void {
    if (this.#isReadOnly()) return
    if (this.#standing.pending.length === 0) this.#draft.save.set({ state: 'saved', at: Date.now() })
    else this.#later(0)
  }

  async #refused(batch: readonly Edit[], error: unknown): Promise<void> {
    const known = error instanceof ApiError ? error : null
    if (known?.code === 'stale_revision') {
      if (await this.catchUp()) return this.#saved()
      return this.#wait(error)
    }
    if (known?.status === 403) return this.#close(known.message)
    if (known?.status === 404) return this.#close(t('It was archived or deleted, or is no longer shared with you.'))
    const isBad = known !== null && (known.status === 400 || known.status === 413 || known.status === 422)
    if (!isBad) return this.#wait(error)
    this.#most = Math.max(1, Math.floor(batch.length / 2))
    if (batch.length === 1) this.#drop(batch[0] as Edit, known.message)
    this.#saved()
  }

  #wait(error: unknown): void {
    this.#failures += 1
    this.#draft.save.set({ state: 'waiting', reason: friendly(error) })
    this.#later(this.#pause())
  }

  /** Nothing can be sent any more; what waits stays here. */
  #close(reason: string): void {
    this.#draft.save.set({ state: 'read_only', reason })
  }

  /** The server does not take this edit: the others go on without it, and it is shown. */
  #drop(edit: Edit, reason: string): void {
    const { confirmed, pending } = this.#standing
    const with_it = rebase(confirmed, confirmed, [edit]).document
    const rest = rebase(
      with_it,
      confirmed,
      pending.filter((one) => one !== edit),
    )
    const key = `refused ${edit.edit_id}`
    const conflict: Conflict = { key, type: 'refused', title: edit.label, reason, operation: edit.operation }
    this.#draft.replace(rest.document, { names: rest.names, who: t('The server') })
    this.#tell([conflict, ...rest.conflicts])
    this.#stand({ ...this.#standing, pending: rest.edits })
  }

  #tell(conflicts: readonly Conflict[]): void {
    if (conflicts.length === 0) return
    const { sync } = this.#draft
    const fresh = new Set(conflicts.map(({ key }) => key))
    sync.conflicts.set([...sync.conflicts.get().filter(({ key }) => !fresh.has(key)), ...conflicts])
  }

  /** Edits of the log, as the stream or a question brought them. */
  async receive(log: readonly LoggedEdit[]): Promise<void> {
    const followed = follow(this.#standing, log)
    if (!followed) return this.#jump()
    for (const news of followed.news) this.#take(news)
    this.#stand(followed.standing)
    // Nothing may be left to send: another person did the same, or it is a conflict now.
    const { state } = this.#draft.save.get()
    const waits = state === 'waiting' || (state === 'saving' && !this.#sending)
    if (followed.standing.pending.length === 0 && waits) {
      this.#failures = 0
      this.#saved()
    }
  }

  #take({ document, names, who, conflicts, edits }: RemoteChange): void {
    const { history } = this.#draft
    const mine = edits.length > 0 && edits.every(({ author }) => author.id === this.#me)
    if (mine && this.#standing.pending.length === 0) {
      // From another page of the same person: undo continues from there.
      history.set(edits.reduce(ownStep, history.get()))
      this.#draft.document.set(document)
    } else this.#draft.replace(document, { names, who })
    this.#tell(conflicts)
  }

  async #jump(): Promise<void> {
    const { document, revision } = await this.#api.whole()
    const { news, ...standing } = jump(this.#standing, document, revision)
    this.#take(news)
    this.#stand(standing)
  }

  /** Reads on to the end of the log. @returns whether the server answered */
  async catchUp(): Promise<boolean> {
    try {
      for (;;) {
        const { revision, edits } = await this.#api.edits(this.#standing.revision)
        if (edits.length === 0 && revision > this.#standing.revision) await this.#jump()
        else await this.receive(edits)
        if (this.#standing.revision >= revision || this.#stopped) return true
      }
    } catch {
      return false
    }
  }

  /** Edits between a revision and the present one. */
  async #since(revision: number): Promise<LoggedEdit[]> {
    const log: LoggedEdit[] = []
    while ((log.at(-1)?.revision ?? revision) < this.#standing.revision) {
      const { edits } = await this.#api.edits(log.at(-1)?.revision ?? revision)
      if (edits.length === 0) break
      log.push(...edits.filter((one) => one.revision <= this.#standing.revision))
    }
    return log
  }

  /** Edits that a page left behind, put on the document as it is. @returns how many changes of them are left */
  async adopt(kept: Kept): Promise<number> {
    const log = await this.#since(kept.revision)
    const { confirmed, revision, pending } = this.#standing
    const start = log.length === revision - kept.revision ? before(confirmed, log) : null
    const old = { confirmed: start ?? confirmed, revision: start ? kept.revision : revision, pending: kept.edits }
    const followed = start ? follow(old, log) : { standing: old, news: [] }
    const rebased = rebase(confirmed, this.#draft.document.get(), followed?.standing.pending ?? kept.edits)
    this.#draft.replace(rebased.document)
    this.#tell([
      ...kept.conflicts,
      ...(followed?.news.flatMap(({ conflicts }) => conflicts) ?? []),
      ...rebased.conflicts,
    ])
    this.#stand({ ...this.#standing, pending: [...pending, ...rebased.edits] })
    this.hurry()
    return changesIn(rebased.edits)
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    void this.flush()
    this.#stopped = true
  }
}
