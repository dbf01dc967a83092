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

export interface DecisionSync {
  state: Store<SyncState>
  /** @param again whether the same decision takes it back */
  press: (id: string, decision: Decision, again?: boolean) => void
  take: (review: RunReview) => void
  /** Keeps one's own decision in a conflict, or lets the other person's count. */
  resolve: (id: string, whose: 'mine' | 'theirs') => void
  /** Tries at once, for instance when the connection is back. */
  flush: () => void
  /** When nothing is on its way any more. False where something couldn't be saved. */
  settled: () => Promise<boolean>
}

export function createDecisionSync(ports: SyncPorts, kept: readonly Press[]): DecisionSync {
  const state = createStore<SyncState>({
    review: null,
    pending: kept,
    conflicts: new Set(),
    unsaved: false,
    refused: null,
  })
  let flying: Promise<void> | null = null
  /** Something was pressed while a flight was ending. */
  let isAsked = false
  let inFlight: ReadonlySet<string> = new Set()
  let wait = FIRST_WAIT_MS
  const change = (next: Partial<SyncState>) => {
    state.set({ ...state.get(), ...next })
    if (next.pending) ports.keep(next.pending)
  }
  const shownOf = (id: string): { verdict: Verdict | null; value: string | null } | undefined =>
    state.get().pending.findLast((press) => press.id === id) ??
    state.get().review?.decisions.find((decision) => decision.id === id)
  const numberOf = (id: string) => state.get().review?.decisions.find((decision) => decision.id === id)?.number ?? 0

  const take = (review: RunReview) => change({ review: newerOf(state.get().review, review) })

  /** Without these presses. */
  const drop = (keys: ReadonlySet<string>, more: Partial<SyncState> = {}) =>
    change({ pending: state.get().pending.filter(({ key }) => !keys.has(key)), ...more })

  async function refuse(error: unknown, sent: readonly Press[]): Promise<boolean> {
    if (!(error instanceof ApiError) || error.retryable || error.status === null || error.status === 429) {
      change({ unsaved: true })
      return false
    }
    if (error.code === 'decision_conflict') {
      const places = error.problems.map(({ field }) => Number(/^(?:body\.)?decisions\.(\d+)\./.exec(field ?? '')?.[1]))
      const ids = places.flatMap((at) => sent[at]?.id ?? [])
      change({ conflicts: new Set([...state.get().conflicts, ...ids]) })
      if (ids.length === 0) drop(new Set(sent.map(({ key }) => key)))
      take(await ports.load())
      return true
    }
    const at = Number(/^(?:body\.)?decisions\.(\d+)\./.exec(error.problems[0]?.field ?? '')?.[1])
    const wrong = sent[at]
    const gone = wrong ? [wrong] : sent
    const [first] = gone
    drop(new Set(gone.map(({ key }) => key)), {
      refused: first ? { press: first, message: error.message } : null,
      unsaved: false,
    })
    if (!wrong) await ports.load().then(take, () => undefined)
    return true
  }

  async function fly(): Promise<void> {
    while (true) {
      const { pending, conflicts, review } = state.get()
      const sent = pending.filter(({ id }) => !conflicts.has(id)).slice(0, AT_ONCE)
      if (sent.length === 0 || review === null) return
      inFlight = new Set(sent.map(({ key }) => key))
      try {
        const answer = await ports.send(sent)
        wait = FIRST_WAIT_MS
        change({ review: newerOf(state.get().review, answer), unsaved: false })
        drop(inFlight)
      } catch (error) {
        const mayGoOn = await refuse(error, sent).catch(() => false)
        if (!mayGoOn) {
          ports.later(flush, wait)
          wait = Math.min(wait * 2, LONGEST_WAIT_MS)
          return
        }
      } finally {
        inFlight = new Set()
      }
    }
  }
  const flush = () => {
    isAsked = true
    if (flying !== null) return
    isAsked = false
    flying = fly().finally(() => {
      flying = null
      if (isAsked) flush()
    })
  }

  /** Replaces an earlier press on the same finding that isn't on its way. */
  const add = (press: Press) => {
    const { pending, conflicts } = state.get()
    const others = pending.filter(({ id, key }) => id !== press.id || inFlight.has(key))
    const left = new Set(conflicts)
    left.delete(press.id)
    change({ pending: [...others, press], conflicts: left, refused: null })
    flush()
  }

  return {
    state,
    press: (id, { verdict, value, reason }, again = true) => {
      const shown = shownOf(id)
      const isAgain = again && reason === undefined && verdict !== 'edited' && shown?.verdict === verdict
      const next = isAgain ? { verdict: null, value: null } : { verdict, value }
      add({ id, ...next, reason: reason ?? '', after: numberOf(id), key: ports.makeKey() })
    },
    take: (review) => {
      take(review)
      flush()
    },
    resolve: (id, whose) => {
      const mine = state.get().pending.findLast((press) => press.id === id)
      if (whose === 'mine' && mine) add({ ...mine, after: numberOf(id), key: ports.makeKey() })
      else {
        const conflicts = new Set(state.get().conflicts)
        conflicts.delete(id)
        change({ conflicts, pending: state.get().pending.filter((press) => press.id !== id) })
      }
    },
    flush,
    settled: async () => {
      flush()
      while (flying !== null) await flying
      return state.get().pending.length === 0
    },
  }
}
