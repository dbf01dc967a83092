/** What people decided about the findings of a run: kept by the server, or by this browser where it doesn't know the reader of the run. */
import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useState } from 'react'
import type { RunReview } from '#contract/runs/decisions.ts'
import { VERDICTS } from '#contract/runs/report-values.ts'
import type { Decision, Decisions } from '#findings/decision.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, session } from '#web/api/call.ts'
import { queryWithToken } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { beforeSignOut } from '#web/lib/before-sign-out.ts'
import { runToken } from '#web/lib/run-token.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { useStore } from '#web/lib/store.ts'
import { DecisionSync, type Press, type SyncState } from './decision-sync.ts'
import { ExportResult, SampleOf } from './documents.ts'

const isDecision = (given: unknown): given is Decision =>
  typeof given === 'object' &&
  given !== null &&
  'verdict' in given &&
  VERDICTS.some((verdict) => verdict === given.verdict) &&
  'value' in given &&
  (given.verdict === 'edited' ? typeof given.value === 'string' : given.value === null)

/** What is stored may be older than this code, or broken: what cannot be read is forgotten. */
export function readDecisions(stored: string | null): Decisions {
  if (stored === null) return {}
  try {
    const given: unknown = JSON.parse(stored)
    if (typeof given !== 'object' || given === null) return {}
    return Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, Decision] => isDecision(entry[1])),
    )
  } catch {
    return {}
  }
}

/** Accepting or rejecting twice takes it back. */
export const toggled = (decisions: Decisions, id: string, decision: Decision): Decisions => {
  const { [id]: before, ...others } = decisions
  const again = before?.verdict === decision.verdict && decision.verdict !== 'edited' && decision.reason === undefined
  return again ? others : { ...others, [id]: decision }
}

const EVERY_MS = 4000

const localKey = (run: string): string => `decisions.${run}`
const pendingKey = (run: string): string => `decisions.pending.${run}`

function readPending(run: string): Press[] {
  try {
    const given: unknown = JSON.parse(readStored(pendingKey(run)) ?? '[]')
    return Array.isArray(given) ? given : []
  } catch {
    return []
  }
}

export const reviewQuery = (run: string) =>
  queryWithToken('getRunReview', { runToken: runToken(run) }, { params: { id: run as RunReview['execution_id'] } })

/** One for each person and run as long as the page is open: what is on its way survives leaving the viewer. */
const syncs = new Map<string, DecisionSync>()

/** @param person who is signed in; null for a visitor */
function syncOf(run: string, person: string | null): DecisionSync {
  const key = `${person} ${run}`
  const known = syncs.get(key)
  if (known) return known
  // Signing out leaves the page: nobody decides in the name of who comes next.
  const isGone = () => (session.get().user?.id ?? null) !== person
  const refuse = () => Promise.reject(new ApiError('Another person is signed in', { status: 410 }))
  const id = run as RunReview['execution_id']
  const made = new DecisionSync(
    {
      send: (presses) =>
        isGone()
          ? refuse()
          : call('decideFindings', { params: { id }, body: { decisions: [...presses] } }, { runToken: runToken(run) }),
      load: () => (isGone() ? refuse() : call('getRunReview', { params: { id } }, { runToken: runToken(run) })),
      keep: (presses) => {
        if (!isGone()) writeStored(pendingKey(run), presses.length > 0 ? JSON.stringify(presses) : null)
      },
      later: (work, ms) => setTimeout(work, ms),
      makeKey: () => crypto.randomUUID(),
    },
    readPending(run),
  )
  syncs.set(key, made)
  return made
}

/** What the server has, with what is on its way to it. Of a conflict the other person's decision shows until the reviewer has chosen. */
export function decisionsOf({ review, pending, conflicts }: SyncState): Decisions {
  const all = new Map<string, Decision>()
  for (const { id, verdict, value, by, at, reason } of review?.decisions ?? [])
    if (verdict !== null) all.set(id, { verdict, value, by: by?.name ?? null, at, reason })
  for (const { id, verdict, value, reason } of pending) {
    if (conflicts.has(id)) continue
    if (verdict === null) all.delete(id)
    else all.set(id, { verdict, value: value ?? null, reason })
  }
  return Object.fromEntries(all)
}

const REFUSED = [403, 404, 409, 413]

/** The server keeps no decisions of this reader about this run. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status !== null && REFUSED.includes(error.status)

/** What was decided in this browser before the server kept it is sent once. */
function sendOld(run: string, sync: DecisionSync, ids: readonly string[]): void {
  const old = readDecisions(readStored(localKey(run)))
  writeStored(localKey(run), null)
  const kept = decisionsOf(sync.state.get())
  for (const id of ids) {
    const decision = old[id]
    if (!decision || (kept[id]?.verdict === decision.verdict && kept[id]?.value === decision.value)) continue
    sync.press(id, decision, false)
  }
}

export interface RunDecisions {
  decisions: Decisions
  decide: (id: string, decision: Decision) => void
  /** Of the server; null where this browser keeps them, and until it is known. */
  review: RunReview | null
  sync: DecisionSync
  state: SyncState
  /** Why nothing can be decided now. */
  closed: string | null
}

/** Whether the server knows the run as one of the reader, and not as a sample or through a widget on another site. */
function useIsOwn(): boolean {
  const exports = useContext(ExportResult)
  const sample = useContext(SampleOf)
  return exports !== null && sample === null
}

/** Decisions in this browser alone. */
function useLocalDecisions(run: string) {
  const [local, setLocal] = useState(() => readDecisions(readStored(localKey(run))))
  const decide = (id: string, decision: Decision) => {
    const next = toggled(local, id, decision)
    writeStored(localKey(run), Object.keys(next).length > 0 ? JSON.stringify(next) : null)
    setLocal(next)
  }
  return { local, decide }
}

/** @param ids of the findings */
export function useDecisions(run: string, ids: readonly string[]): RunDecisions {
  const isOwn = useIsOwn() && ids.length > 0
  const here = useLocalDecisions(run)
  const user = useUser()
  const isShared = user?.workspace !== undefined
  const sync = syncOf(run, user?.id ?? null)
  const state = useStore(sync.state)
  const { data, error } = useQuery({
    ...reviewQuery(run),
    enabled: isOwn,
    refetchInterval: isShared ? EVERY_MS : false,
  })
  const isLocal = !isOwn || (data === undefined && isRefusal(error))
  useEffect(() => {
    if (data) sync.take(data)
  }, [sync, data])
  const { review } = state
  const ability = review?.abilities.decide
  const maySend = !isLocal && ability?.allowed === true
  const all = ids.join('\n')
  useEffect(() => {
    if (maySend && readStored(localKey(run)) !== null) sendOld(run, sync, all.split('\n'))
  }, [run, sync, maySend, all])
  useEffect(() => beforeSignOut(() => sync.settled()), [sync])
  useEffect(() => {
    addEventListener('online', sync.flush)
    return () => removeEventListener('online', sync.flush)
  }, [sync])
  const closed = isLocal ? null : (ability?.reason ?? null)
  const press = (id: string, decision: Decision) => {
    if (closed === null) sync.press(id, decision)
  }
  return {
    decisions: isLocal ? here.local : decisionsOf(state),
    decide: isLocal ? here.decide : press,
    review: isLocal ? null : review,
    sync,
    state,
    closed,
  }
}
