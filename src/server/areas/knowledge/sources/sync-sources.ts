/**
 * Syncs sources: lists what there is, container by container, and reads what changed. Each turn claims a source under a lease, and what it
 * stores asks whether the lease is still its own: a process that dies loses the step it was at, and nothing is added twice.
 */
import { AppError } from '#contract/core/errors.ts'
import { type ClaimFrom, workInLanes } from '#server/platform/jobs/lanes.ts'
import { SECOND_MS } from '#shared/time.ts'
import { createAsk } from './ask-source.ts'
import { SourceTrouble } from './kinds/source-kind.ts'
import { KINDS } from './kinds/source-kinds.ts'
import { readItem } from './read-item.ts'
import { removeDocuments } from './sources.store.ts'
import * as store from './syncing.store.ts'
import { inTurn, Superseded, type SyncParts, type Turn } from './turn.ts'

/** After so long a turn ends at its next step, so that others have theirs. */
const TURN_MS = 10 * SECOND_MS
/** No step takes longer: shorter than the lease. */
const STEP_MS = 200 * SECOND_MS
const MOST_ATTEMPTS = 3
/** A service that is too busy is asked again for longer than one that fails. */
const MOST_WAITS = 20
const LATER_MS = 30 * SECOND_MS

/** Syncs sources until none may be asked now. @returns how many turns there were */
export async function syncSources(parts: SyncParts, signal: AbortSignal): Promise<number> {
  await parts.db.transaction().execute(store.beginDue)
  const claim = (from: ClaimFrom) => parts.db.transaction().execute((tx) => store.claimSource(tx, from))
  return workInLanes({ claim, work: (source) => takeTurn(parts, source, signal) }, signal)
}

async function takeTurn(parts: SyncParts, source: store.ClaimedSource, ending: AbortSignal): Promise<void> {
  const until = Date.now() + TURN_MS
  try {
    do {
      const signal = AbortSignal.any([ending, AbortSignal.timeout(STEP_MS)])
      const { kind, owner_id: owner, credential_id: credential } = source
      const ask = createAsk(parts, { kind, credential, owner }, signal)
      if (!(await takeStep({ parts, source, kind: KINDS[kind], ask, signal }))) return
    } while (Date.now() < until && !ending.aborted)
  } catch (error) {
    if (error instanceof Superseded || ending.aborted) return
    parts.log.warn({ err: error, source: source.id }, 'a source of knowledge could not be synced')
    const turn = { parts, source } as Turn
    await postpone(
      turn,
      { code: 'sync_failed', message: 'The sync failed. Try again later.' },
      LATER_MS,
      MOST_ATTEMPTS,
    ).catch(unlessGone)
  } finally {
    await store.endTurn(parts.db, source)
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Superseded)) throw error
}

/** Lists or reads what is next. @returns whether there may be more to do now */
async function takeStep(turn: Turn): Promise<boolean> {
  const { parts, source } = turn
  const item = await store.findNextItem(parts.db, source)
  if (item?.type !== 'container' && !source.listed) {
    await finishListing(turn)
    return true
  }
  if (item === null) {
    await inTurn(turn, (tx) => store.endSource(tx, source, { state: 'done', error: null }))
    return false
  }
  try {
    if (item.type === 'container') await listContainer(turn, item)
    else if (!(await isBeyondLimits(turn, item))) await readCounted(turn, item)
    if (source.attempts > 0) await inTurn(turn, (tx) => store.forgetAttempts(tx, source))
    source.attempts = 0
    return true
  } catch (error) {
    return onTrouble(turn, item, troubleOf(turn, error))
  }
}

/** What a document is refused for is about it; where storage or documents are used up, the source ends. */
function troubleOf({ signal, source, parts }: Turn, error: unknown): SourceTrouble | AppError {
  if (error instanceof SourceTrouble) return error
  if (error instanceof Superseded) throw error
  if (error instanceof AppError) {
    if (ENDS_SOURCE.has(error.code)) return error
    const [{ code, message } = error] = error.problems
    if (error.status < 500) return new SourceTrouble('item', code ?? error.code, message)
  }
  if (signal.aborted && !isTimeout(signal.reason)) throw error
  if (!isTimeout(error)) parts.log.warn({ err: error, source: source.id }, 'an item of a source could not be read')
  return new SourceTrouble('again', 'read_failed', 'It couldn’t be read in time. Try again later.')
}

const ENDS_SOURCE: ReadonlySet<string> = new Set(['plan_limit', 'limit_reached', 'forbidden', 'not_found'])
const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** @returns whether the source has more to do now */
async function onTrouble(turn: Turn, item: store.SourceItem, trouble: SourceTrouble | AppError): Promise<boolean> {
  const { source } = turn
  const { code, message } = trouble
  const error = { code, message }
  if (trouble instanceof AppError || trouble.type === 'connection') {
    const state = trouble instanceof AppError ? 'failed' : 'paused'
    await inTurn(turn, (tx) => store.endSource(tx, source, { state, error }))
    return false
  }
  if (trouble.type === 'later') return postpone(turn, error, trouble.wait_ms, MOST_WAITS)
  const isOver = trouble.type !== 'again' || item.attempts + 1 >= MOST_ATTEMPTS
  if (item.type === 'document') return failDocument(turn, item, { error, isOver })
  // The list has changed since, and can't be continued.
  if (item.position !== null && item.attempts + 1 < MOST_ATTEMPTS && trouble.type === 'item') {
    await inTurn(turn, (tx) => store.listFromBeginning(tx, item))
    return true
  }
  if (!isOver) {
    await inTurn(turn, (tx) => store.postponeItem(tx, item))
    return postpone(turn, error, LATER_MS, MOST_WAITS)
  }
  return failContainer(turn, item, { error, trouble })
}

async function failDocument(
  turn: Turn,
  item: store.SourceItem,
  { error, isOver }: { error: { code: string; message: string }; isOver: boolean },
): Promise<boolean> {
  if (isOver) await inTurn(turn, (tx) => store.finishItem(tx, item, { state: 'failed', error }))
  else {
    await inTurn(turn, (tx) => store.postponeItem(tx, item))
    return postpone(turn, error, LATER_MS, MOST_WAITS)
  }
  return true
}

/** Without the first container there is nothing to sync; without another one, nothing counts as gone. */
async function failContainer(
  turn: Turn,
  item: store.SourceItem,
  { error, trouble }: { error: { code: string; message: string }; trouble: SourceTrouble },
): Promise<boolean> {
  const { source, kind } = turn
  const isMissing = trouble.type === 'missing'
  const gone = {
    code: 'place_missing',
    message: `${kind.title} no longer has this place, or the account may not see it. Your documents stay.`,
  }
  await inTurn(turn, async (tx) => {
    await store.finishItem(tx, item, { state: 'failed', error })
    if (item.is_root) return store.endSource(tx, source, { state: 'failed', error: isMissing ? gone : error })
    await store.markIncomplete(tx, source)
  })
  return !item.is_root
}

async function postpone(
  turn: Turn,
  error: { code: string; message: string },
  wait_ms: number,
  most: number,
): Promise<boolean> {
  const { source } = turn
  const isOver = source.attempts + 1 >= most
  await inTurn(turn, (tx) =>
    isOver ? store.endSource(tx, source, { state: 'failed', error }) : store.postponeSource(tx, source, wait_ms),
  )
  return false
}

async function listContainer(turn: Turn, item: store.SourceItem): Promise<void> {
  const { source, kind, ask } = turn
  const { items, next } = await kind.list(ask, item.external_id, item.position)
  await inTurn(turn, async (tx) => {
    const isAll = await store.storeListed(tx, source, items)
    if (!isAll) await store.markIncomplete(tx, source)
    await removeDocuments(tx, { base: source.base_id, source: source.id }, 'trashed')
    await store.forgetGone(tx, source)
    await store.storePage(tx, item, next)
  })
}

/** Everything is listed: what two syncs in a row missed is gone. */
async function finishListing(turn: Turn): Promise<void> {
  const { source } = turn
  await inTurn(turn, async (tx) => {
    if (await store.isComplete(tx, source)) {
      await removeDocuments(tx, { base: source.base_id, source: source.id }, 'missed')
      await store.storeMissing(tx, source)
      await store.forgetGone(tx, source)
    }
    await store.storeAllListed(tx, source)
  })
  source.listed = true
}

/** What the source has is counted once a turn, and added to from then on. */
async function readCounted(turn: Turn, item: store.SourceItem): Promise<void> {
  await readItem(turn, item)
  const { kept } = turn.source
  if (!kept || item.document !== null) return
  kept.documents++
  kept.bytes += item.bytes ?? 0
}

/** @returns whether the limits of the source leave no room for what waits and is no document yet */
async function isBeyondLimits(turn: Turn, item: store.SourceItem): Promise<boolean> {
  if (item.document !== null || item.read_version !== null) return false
  const { parts, source } = turn
  source.kept ??= await store.countKept(parts.db, source)
  const { documents, bytes } = source.kept
  if (documents < source.document_limit && bytes + (item.bytes ?? 0) <= source.byte_limit) return false
  const told =
    documents < source.document_limit
      ? { code: 'byte_limit', message: `The limit of ${Math.round(source.byte_limit / 1_000_000)} MB was reached.` }
      : { code: 'document_limit', message: `The limit of ${source.document_limit} documents was reached.` }
  await inTurn(turn, async (tx) => {
    if (told.code === 'document_limit') await store.skipWaiting(tx, source, told)
    else await store.finishItem(tx, item, { state: 'skipped', error: told })
  })
  return true
}
