/**
 * Looks at a trigger of a piece that is due: switches its code on, has it look or read what was delivered, and switches it off with the
 * version that was switched on.
 */

import type { Json } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { Payload } from '#nodes/piece-work.ts'
import { writeNotices } from '#server/areas/accounts/accounts.ts'
import { type KeptChanges, keepShared, type PieceAsked } from '#server/areas/connectors/connectors.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import type { AdvanceParts } from './advance-parts.ts'
import * as rows from './app-triggers.store.ts'
import { hookAddress } from './hook-address.ts'
import { inputsOf, nextLookIn } from './look-settings.ts'
import { pluginNotice } from './notices.ts'
import { changeMemory, memoryOf, openMemory } from './piece-memory.ts'
import * as store from './piece-triggers.store.ts'

/** Deliveries that one look reads, and how long it begins with another one; the rest is due again at once. */
const READ_AT_ONCE = 20
const READ_MS = 45_000
/** A delivery that the code fails on is tried for about a day. */
const MOST_ATTEMPTS = 30
const FIRST_PAUSE_S = 10
const LONGEST_PAUSE_S = 3600
const NO_PLUGIN = 'Its plugin is not installed any more.'

type Row = rows.AppTriggerRow

const askedOf = ({ publicUrl }: AdvanceParts, row: Row, package_id: string, key = ''): PieceAsked => ({
  ...{ watched: row.watched, owner: row.owner_id, package_id },
  address: hookAddress(publicUrl, row.token),
  key: `app-trigger:${row.id}:${row.version}:${key}`,
})

/** @throws NodeError as `PieceTriggerPort.disable` */
export async function disablePiece(parts: AdvanceParts, row: Row, signal: AbortSignal): Promise<void> {
  if (row.package_id === null) return
  const { triggers, db, ring } = parts
  await triggers.pieces.disable(askedOf(parts, row, row.package_id), memoryOf(db, ring, row), signal)
}

/** What can't be taken back is let be: the service may deliver to an address that nobody listens at. */
export async function tryToDisable(parts: AdvanceParts, row: Row, signal: AbortSignal): Promise<void> {
  try {
    await disablePiece(parts, row, signal)
  } catch (error) {
    if (!(error instanceof NodeError) || error.retryable) throw error
    parts.log.warn({ err: error, app_trigger: row.id }, 'the trigger of a plugin could not be switched off')
  }
}

interface Schedule {
  cron: string
  time_zone: string
}

const scheduleOf = ({ remote }: Row): Schedule | null =>
  ((remote as { schedule?: Schedule | null } | null)?.schedule ?? null) as Schedule | null

const soon = (seconds: number): Date => new Date(Date.now() + seconds * 1000)

/** A line of cron that never comes is asked for again in a day. */
const nextTime = ({ nextRun }: AdvanceParts, schedule: Schedule): Date =>
  nextRun({ cron: schedule.cron, time_zone: schedule.time_zone }, new Date()) ?? soon(86_400)

async function enable(parts: AdvanceParts, row: Row, package_id: string, signal: AbortSignal): Promise<void> {
  const { db, triggers, ring } = parts
  const isAgain = await rows.noteAsked(db, row.id)
  // An answer may have been lost: what it left at the service is taken back first.
  if (isAgain && row.package_id !== null) await tryToDisable(parts, row, signal)
  await store.noteEnabling(db, row.id, package_id)
  const asked = askedOf(parts, row, package_id)
  const { kind, schedule, events, route, renew } = await triggers.pieces.enable(asked, memoryOf(db, ring, row), signal)
  const next_at = kind !== 'polling' ? new Date() : schedule ? nextTime(parts, schedule) : soon(nextLookIn(row))
  await store.keepEnabled(db, row, {
    ...{ kind, route, next_at },
    remote: { schedule: schedule && { ...schedule }, events },
    renew_at: renew === null ? null : nextTime(parts, { cron: renew, time_zone: 'UTC' }),
  })
}

/** What the code changed of its values goes with what it found, or not at all. */
async function keepChanges(tx: Queryable, { ring }: AdvanceParts, row: Row, changes: KeptChanges): Promise<void> {
  await changeMemory(tx, ring, row, changes.own)
  await keepShared(tx, row.owner_id, row.watched.integration, changes.shared)
}

const keyed = (key: string, items: readonly Json[]) => items.map((value, index) => ({ key: `${key}:${index}`, value }))

/** @returns false where another process has taken the trigger over */
async function poll(parts: AdvanceParts, row: Row, package_id: string, signal: AbortSignal): Promise<boolean> {
  const { db, triggers, ring } = parts
  const known = openMemory(ring, row)
  const asked = askedOf(parts, row, package_id)
  const { items, changes } = await triggers.pieces.read(asked, { known, payload: null }, signal)
  const schedule = scheduleOf(row)
  const next_s = schedule ? (nextTime(parts, schedule).getTime() - Date.now()) / 1000 : nextLookIn(row)
  return db.transaction().execute(async (tx) => {
    if (!(await rows.keepLook(tx, row, { seen: [], found: items.length > 0, next_s }))) return false
    await keepChanges(tx, parts, row, changes)
    // What changes with every look tells the items of two looks apart: which were there before is for the piece to say.
    await rows.insertItems(tx, row, inputsOf(row, keyed('item', items)))
    return true
  })
}

/** Reads one delivery. @returns false where another process has taken the trigger over */
async function readOne(
  parts: AdvanceParts,
  row: Row,
  package_id: string,
  unread: store.UnreadRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, triggers, ring } = parts
  const now = await store.findMemory(db, row.id)
  const known = now ? openMemory(ring, { ...row, ...now }) : {}
  const payload = unread.input as unknown as Payload
  const asked = askedOf(parts, row, package_id, unread.key)
  const { items, changes } = await triggers.pieces.read(asked, { known, payload }, signal)
  return db.transaction().execute(async (tx) => {
    if (!(await store.claimReading(tx, row))) return false
    await keepChanges(tx, parts, row, changes)
    const found = keyed(unread.key, items).map(({ key, value }) => ({ key, input: value }))
    await rows.insertItems(tx, row, found)
    await rows.finishItem(tx, unread.id, null)
    if (items.length > 0) await rows.noteArrival(tx, [row.id])
    row.version++
    return true
  })
}

async function readUnread(parts: AdvanceParts, row: Row, package_id: string, signal: AbortSignal): Promise<void> {
  const { db } = parts
  const until = Date.now() + READ_MS
  for (const unread of await store.findUnread(db, row.id, READ_AT_ONCE)) {
    if (Date.now() > until) return
    try {
      if (!(await readOne(parts, row, package_id, unread, signal))) return
    } catch (error) {
      if (!(error instanceof NodeError) || signal.aborted) throw error
      // One that the code fails on does not hold up those behind it.
      const { id, attempts } = unread
      const pause = pauseAfter(attempts + 1, { first: FIRST_PAUSE_S, longest: LONGEST_PAUSE_S })
      if (attempts + 1 >= MOST_ATTEMPTS) await rows.finishItem(db, id, null, error.message)
      else await rows.retryItem(db, id, pause, error.message)
    }
  }
}

async function renew(parts: AdvanceParts, row: Row, package_id: string, signal: AbortSignal): Promise<void> {
  const { db, triggers, ring } = parts
  const { trigger } = await triggers.find(row.watched, row.owner_id)
  const cron = 'piece' in trigger ? trigger.piece.renew : null
  if (cron !== null) await triggers.pieces.renew(askedOf(parts, row, package_id), memoryOf(db, ring, row), signal)
  await store.keepRenewed(db, row.id, cron === null ? null : nextTime(parts, { cron, time_zone: 'UTC' }))
}

/** Switches off what its plugin no longer carries. It starts again with the plugin. */
async function halt(parts: AdvanceParts, row: Row, why: string, signal: AbortSignal): Promise<void> {
  await tryToDisable(parts, row, signal)
  await parts.db.transaction().execute(async (tx) => {
    const { owner_id, workflow_id, workflow_name } = row
    if (!(await store.keepDisabled(tx, row, { stopped: why }))) return
    if (workflow_id !== null && workflow_name !== null)
      await writeNotices(tx, [pluginNotice({ owner_id, workflow_id, workflow_name }, why)])
  })
}

/** Another version of the plugin is installed: what was new until now is found by the old one, which is then switched off. */
async function changeVersion(parts: AdvanceParts, row: Row, old: string, signal: AbortSignal): Promise<void> {
  const { db } = parts
  if (row.state === 'on' && row.kind === 'polling') {
    if (!(await poll(parts, row, old, signal))) return
    row.version++
    const now = await store.findMemory(db, row.id)
    if (now) Object.assign(row, now)
  } else if (row.state === 'on') await readUnread(parts, row, old, signal)
  await tryToDisable(parts, row, signal)
  await store.keepDisabled(db, row, 'starting')
}

/** @throws NodeError as `PieceTriggerPort` */
export async function lookAtPiece(parts: AdvanceParts, row: Row, signal: AbortSignal): Promise<void> {
  const { db, triggers } = parts
  const plugin = await triggers.pieces.installed(row.watched.integration)
  if (!plugin) return halt(parts, row, NO_PLUGIN, signal)
  if (plugin.state === 'disabled') return halt(parts, row, `The plugin ${plugin.name} is disabled.`, signal)
  const { package_id } = plugin
  if (row.package_id !== null && row.package_id !== package_id) return changeVersion(parts, row, row.package_id, signal)
  if (row.state === 'starting') return enable(parts, row, package_id, signal)
  if (row.kind === 'polling') {
    await poll(parts, row, package_id, signal)
    return
  }
  await readUnread(parts, row, package_id, signal)
  if (row.renews) await renew(parts, row, package_id, signal)
  await store.release(db, row)
}
