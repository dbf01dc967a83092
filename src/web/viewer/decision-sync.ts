/**
 * Decisions about one run on their way to the server. What is pressed shows at once and is sent in the background, in as few requests as
 * there is time for; what can't be sent is kept in the browser and sent again. A finding that another person decided meanwhile waits for
 * the reviewer to choose.
 */
import type { NewDecision, RunReview } from '#contract/runs/decisions.ts'
import type { Verdict } from '#contract/runs/report-values.ts'
import type { Decision } from '#findings/decision.ts'
import { ApiError } from '#web/api/api-error.ts'
import { createStore, type Store } from '#web/lib/store.ts'

/** A decision that the server doesn't have yet. */
export type Press = Required<NewDecision>

export interface SyncState {
  /** What the server says; null until it is known. */
  review: RunReview | null
  pending: readonly Press[]
  /** Findings that another person decided meanwhile. */
  conflicts: ReadonlySet<string>
  /** Whether the last try to save didn't arrive. */
  unsaved: boolean
  /** What the server refused, and why. */
  refused: { press: Press; message: string } | null
}

export interface SyncPorts {
  send: (presses: readonly Press[]) => Promise<RunReview>
  load: () => Promise<RunReview>
  /** Keeps presses beyond the page. */
  keep: (presses: readonly Press[]) => void
  /** Calls back after so many milliseconds. */
  later: (work: () => void, ms: number) => void
  makeKey: () => string
}

const AT_ONCE = 200
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** Of two answers the one that knows more; they may arrive in another order than they were given. */
export const newerOf = (known: RunReview | null, next: RunReview): RunReview =>
  known !== null && known.number > next.number ? known : next

const PLACE = /^(?:body\.)?decisions\.(\d+)\./

/** The presses that the problems of a refusal are about. */
const blamed = (error: ApiError, sent: readonly Press[]): Press[] =>
  error.problems.flatMap(({ field }) => sent[Number(PLACE.exec(field ?? '')?.[1])] ?? [])

const keysOf = (presses: readonly Press[]): ReadonlySet<string> => new Set(presses.map(({ key }) => key))

/** Nothing was refused: the server couldn't be asked, or the person has to sign in again, and the same may arrive later. */
const mayArriveLater = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.retryable ||
  error.status === null ||
  error.status === 401 ||
  error.status === 429 ||
  error.status >= 500

export class DecisionSync {
  readonly state: Store<SyncState>
  readonly #ports: SyncPorts
  #flying: Promise<void> | null = null
  /** Something was pressed while a flight was ending. */
  #isAsked = false
  #inFlight: ReadonlySet<string> = new Set()
  #wait = FIRST_WAIT_MS

  /** @param kept presses that an earlier page couldn't send */
  constructor(ports: SyncPorts, kept: readonly Press[]) {
    this.#ports = ports
    this.state = createStore<SyncState>({
      review: null,
      pending: kept,
      conflicts: new Set(),
      unsaved: false,
      refused: null,
    })
  }

  /** @param again whether the same decision takes it back */
  press(id: string, { verdict, value, reason }: Decision, again = true): void {
    const isAgain = again && reason === undefined && verdict !== 'edited' && this.#shownOf(id) === verdict
    const next = isAgain ? { verdict: null, value: null } : { verdict, value }
    this.#add({ id, ...next, reason: reason ?? '', after: this.#numberOf(id), key: this.#ports.makeKey() })
  }

  take(review: RunReview): void {
    this.#change({ review: newerOf(this.state.get().review, review) })
    this.flush()
  }

  /** Keeps one's own decision in a conflict, or lets the other person's count. */
  resolve(id: string, whose: 'mine' | 'theirs'): void {
    const { pending } = this.state.get()
    const mine = pending.findLast((press) => press.id === id)
    if (whose === 'mine' && mine) this.#add({ ...mine, after: this.#numberOf(id), key: this.#ports.makeKey() })
    else this.#change({ conflicts: this.#conflictsWithout(id), pending: pending.filter((press) => press.id !== id) })
  }

  /** Tries at once, for instance when the connection is back. */
  readonly flush = (): void => {
    this.#isAsked = true
    if (this.#flying !== null) return
    this.#isAsked = false
    this.#flying = this.#fly().finally(() => {
      this.#flying = null
      if (this.#isAsked) this.flush()
    })
  }

  /** When nothing is on its way any more. False where something couldn't be saved. */
  async settled(): Promise<boolean> {
    this.flush()
    while (this.#flying !== null) await this.#flying
    return this.state.get().pending.length === 0
  }

  #change(next: Partial<SyncState>): void {
    this.state.set({ ...this.state.get(), ...next })
    if (next.pending) this.#ports.keep(next.pending)
  }

  #shownOf(id: string): Verdict | null | undefined {
    const { pending, review } = this.state.get()
    const shown = pending.findLast((press) => press.id === id) ?? review?.decisions.find((one) => one.id === id)
    return shown?.verdict
  }

  #numberOf(id: string): number {
    return this.state.get().review?.decisions.find((decision) => decision.id === id)?.number ?? 0
  }

  #conflictsWithout(id: string): ReadonlySet<string> {
    const left = new Set(this.state.get().conflicts)
    left.delete(id)
    return left
  }

  /** Replaces an earlier press on the same finding that isn't on its way. */
  #add(press: Press): void {
    const others = this.state.get().pending.filter(({ id, key }) => id !== press.id || this.#inFlight.has(key))
    this.#change({ pending: [...others, press], conflicts: this.#conflictsWithout(press.id), refused: null })
    this.flush()
  }

  #drop(keys: ReadonlySet<string>, more: Partial<SyncState> = {}): void {
    this.#change({ pending: this.state.get().pending.filter(({ key }) => !keys.has(key)), ...more })
  }

  async #fly(): Promise<void> {
    while (true) {
      const { pending, conflicts, review } = this.state.get()
      const sent = pending.filter(({ id }) => !conflicts.has(id)).slice(0, AT_ONCE)
      if (sent.length === 0 || review === null) return
      if (!(await this.#send(sent))) return this.#tryLater()
    }
  }

  /** @returns whether there is a point in sending more now */
  async #send(sent: readonly Press[]): Promise<boolean> {
    this.#inFlight = keysOf(sent)
    try {
      const answer = await this.#ports.send(sent)
      this.#wait = FIRST_WAIT_MS
      this.#drop(this.#inFlight, { review: newerOf(this.state.get().review, answer), unsaved: false })
      return true
    } catch (error) {
      return this.#refused(error, sent).catch(() => false)
    } finally {
      this.#inFlight = new Set()
    }
  }

  async #refused(error: unknown, sent: readonly Press[]): Promise<boolean> {
    if (mayArriveLater(error)) {
      this.#change({ unsaved: true })
      return false
    }
    const known = error as ApiError
    const wrong = blamed(known, sent)
    if (known.code === 'decision_conflict' && wrong.length > 0) {
      const ids = wrong.map(({ id }) => id)
      const review = newerOf(this.state.get().review, await this.#ports.load())
      this.#change({ review, conflicts: new Set([...this.state.get().conflicts, ...ids]) })
      return true
    }
    const [press = null] = wrong.length > 0 ? wrong : sent
    this.#drop(keysOf(wrong.length > 0 ? wrong : sent), {
      refused: press && { press, message: known.message },
      unsaved: false,
    })
    if (wrong.length === 0)
      await this.#ports.load().then(
        (review) => this.take(review),
        () => undefined,
      )
    return true
  }

  #tryLater(): void {
    this.#ports.later(this.flush, this.#wait)
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS)
  }
}
