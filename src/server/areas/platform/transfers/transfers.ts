/**
 * Transfers: what an account owns moves to another one, with its history. Who has the right in both moves things at once; otherwise owners
 * and admins of the other workspace are asked. All of it moves in one transaction, or nothing (decision 0364).
 */
import { TRANSFERS, type TransferRefusal } from '#contract/accounts/transfer-values.ts'
import type { Transfer, TransferId, TransferPreview, TransferRequest } from '#contract/accounts/transfers.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import { createWorkspaces, notify } from '#server/areas/accounts/accounts.ts'
import { checkStorage } from '#server/areas/billing/billing.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import { personBehind, type UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { allowLonger, type Database, type Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import type { Page } from '#server/platform/page.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { findRuns, lockThings } from './contents.store.ts'
import { findTheirFiles, moveLateRuns, moveThings } from './move.store.ts'
import type { Move } from './move-step.ts'
import { presentTransfer } from './present.ts'
import { type Found, findMove, type Plan, previewMove } from './preview.ts'
import { moveSecrets } from './secrets.ts'
import { audit, hrefOf, placesOf, saidOf, tellBuyers, tellMoved } from './tell.ts'
import { mayAnswerTransfer, mayCancelTransfer } from './transfers.policy.ts'
import * as store from './transfers.store.ts'

export interface TransferDeps {
  db: Database
  ring: KeyRing
  log: WarningLog
  /** Removes from the disk what the transaction left over. */
  tidy: () => Promise<void>
}

type Use = Grant<'transfer.use', UserId>

/** Per statement: a move is done completely or not at all, so a large one needs the time. */
const MOVING_MS = 60_000

interface Target extends store.PlaceRow {
  is_direct: boolean
}

/** The person behind the request, as their own session says. */
function personOf(caller: UserCaller): UserCaller {
  const { workspace: _, ...person } = caller
  return { ...person, id: personBehind(caller) }
}

/** Whether the person could enter the workspace and move things there now: what their session lacks counts as well. */
const mayEnter = (db: Queryable, caller: UserCaller, slug: string): Promise<boolean> =>
  createWorkspaces(db)
    .enter(personOf(caller), slug, { right: 'transfer', exports: false, counts: false })
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      },
    )

/** @throws invalid_input (`to`) */
async function findTarget(db: Queryable, { by, on }: Use, slug: string | null): Promise<Target> {
  if (by.type !== 'user') throw new AppError('unauthenticated')
  const found =
    slug === null ? await store.findAccount(db, personBehind(by)) : await store.findWorkspaceBySlug(db, slug)
  if (found === null) throw fieldError('to', 'There is no workspace with this address.')
  if (found.id === on) throw fieldError('to', 'This is where it is now. Choose another workspace.')
  return { ...found, is_direct: slug === null || (await mayEnter(db, by, slug)) }
}

const REFUSAL_TEXTS: Record<TransferRefusal, string> = {
  runs_open: 'Runs haven’t finished or wait for an answer',
  batches_open: 'A batch hasn’t finished',
  tests_open: 'Test cases are being run',
  money_open: 'Payments, refunds or disputes of it aren’t settled, or results wait for acceptance',
  in_review: 'A version is being reviewed',
  name_taken: 'The other workspace has something with this name',
  plan_limit: 'The plan of the other workspace doesn’t allow as much',
  account_limit: 'The other workspace can’t have as many',
  too_large: 'This is more than can move at once',
  role_too_low: 'The other account may not build or sell this',
  seller_details: 'The seller details of the other account aren’t complete',
  already_offered: 'It is in another offer that waits for an answer',
  still_used: 'Something that stays uses it',
}

/** @throws transfer_refused naming each reason */
function refuse(refusals: Found['refusals']): void {
  if (refusals.length === 0) return
  const problems = refusals.map(({ code, name }) => ({
    field: code,
    code: 'transfer_refused' as const,
    message: name === null ? REFUSAL_TEXTS[code] : `${REFUSAL_TEXTS[code]}: ${name}`,
  }))
  throw new AppError('transfer_refused', { problems })
}

/** In one order everywhere, so that A to B and B to A wait for each other. */
async function lockBoth(tx: Queryable, one: UserId, other: UserId): Promise<void> {
  for (const id of [one, other].sort()) await lockOwner(tx, id)
}

/** Finds what moves under its locks: what was found before them may have changed while they were waited for. */
async function findLocked(tx: Queryable, plan: Plan): Promise<Found> {
  const before = await findMove(tx, plan)
  await lockThings(tx, before.contents)
  const found = await findMove(tx, plan)
  const { credential, model } = found.contents
  if (credential.length + model.length > 0 && !plan.move_secrets)
    throw fieldError('move_secrets', 'Confirm that the credentials and models move, or leave them where they are.')
  refuse(found.refusals)
  return found
}

/** Of a transfer, for the records of the runs that move with it. */
interface Moved {
  id: TransferId
  by: UserId
  from: store.PlaceRow
  to: store.PlaceRow
}

async function moveFound(
  tx: Queryable,
  ring: KeyRing,
  plan: Plan,
  { contents, runs }: Found,
  moved: Moved,
): Promise<Move> {
  const { from, to } = plan
  const move: Move = { from, to, contents, runs, theirs: await findTheirFiles(tx, from, to) }
  await moveSecrets(tx, ring, move, plan.move_secrets)
  await moveThings(tx, move)
  await store.insertRunMoves(tx, moved.id, { runs, ...moved })
  await checkStorage(tx, to)
  await tellBuyers(tx, plan, contents.agent)
  return move
}

/** Runs that were admitted before the things moved and stored afterwards follow them. */
async function finish({ db, log, tidy }: TransferDeps, move: Move | null, moved: Moved): Promise<void> {
  if (move === null) return
  await db
    .transaction()
    .execute(async (tx) => {
      const runs = await findRuns(tx, move.from, move.contents)
      if (runs.length === 0) return
      await moveLateRuns(tx, { ...move, runs })
      await store.insertRunMoves(tx, moved.id, { runs, ...moved })
    })
    .then(tidy)
    .catch((err: unknown) => log.warn({ err }, 'runs that began during a transfer stay where they are'))
}

async function load(db: Queryable, account: UserId, id: TransferId): Promise<Transfer> {
  const row = await store.findTransfer(db, account, id, { lock: false })
  if (row === null) throw new AppError('not_found')
  return presentTransfer(row, account)
}

const planOf = (use: Use, target: Target, { things, move_secrets }: TransferRequest): Plan => ({
  from: use.on,
  to: target.id,
  things,
  move_secrets,
  offer: null,
})

/** @throws not_found, invalid_input (`to`) */
export async function preview(db: Database, use: Use, request: TransferRequest): Promise<TransferPreview> {
  const { is_direct, ...place } = await findTarget(db, use, request.to)
  const to = { name: place.name, slug: place.slug }
  return previewMove(db, planOf(use, { ...place, is_direct }, request), { to, is_direct })
}

/**
 * Moves things at once, or offers them. @throws not_found, invalid_input (`to`, `move_secrets`), transfer_refused with each reason,
 * too_many_requests
 */
export async function createTransfer(deps: TransferDeps, use: Use, request: TransferRequest): Promise<Transfer> {
  const { by, on } = use
  if (by.type !== 'user') throw new AppError('unauthenticated')
  const person = personBehind(by)
  const made = await deps.db.transaction().execute(async (tx) => {
    await allowLonger(tx, MOVING_MS)
    const target = await findTarget(tx, use, request.to)
    await lockBoth(tx, on, target.id)
    if (!(await store.hasRight(tx, on, person))) throw new AppError('workspace_role')
    const plan = planOf(use, target, request)
    const found = await findLocked(tx, plan)
    const status = target.is_direct ? ('done' as const) : ('offered' as const)
    if (status === 'offered') {
      const limit = rateLimitFor('transfers', { key: person, shared: false }, TRANSFERS.offers_per_hour)
      await enforceRateLimit(tx, [limit], 'You’ve offered many things')
    }
    const { things, move_secrets } = plan
    const { moves } = found
    const row = { from: on, to: target.id, by: person, status, things, moves, moves_secrets: move_secrets }
    const id = await store.insertTransfer(tx, row)
    const from = await store.findAccount(tx, on)
    if (from === null) throw new AppError('account_blocked')
    const noted = { id, from, to: target, moves }
    const moved = { id, by: person, from, to: target }
    const move = status === 'done' ? await moveFound(tx, deps.ring, plan, found, moved) : null
    await audit(tx, person, status === 'done' ? 'transfer.move' : 'transfer.offer', noted)
    if (status === 'done') await tellMoved(tx, noted)
    else
      await notify(tx, target.id, {
        kind: 'transfer',
        title: say('{workspace} offers you something', { workspace: from.name }),
        message: saidOf(moves),
        href: hrefOf(target),
        group: `transfer:${id}`,
      })
    return { transfer: await load(tx, on, id), move, moved }
  })
  await finish(deps, made.move, made.moved)
  return made.transfer
}

export async function listTransfers(db: Queryable, { on }: Use, page: Page) {
  const { rows, total } = await store.findTransfers(db, on, page)
  return { items: rows.map((row) => presentTransfer(row, on)), total, ...page }
}

const planOfOffer = (row: store.TransferRow): Plan => ({
  from: row.from_id,
  to: row.to_id,
  things: row.things,
  move_secrets: row.moves_secrets,
  offer: row.id,
})

const CHANGED = 'What is offered has changed since. Ask for a new offer.'

/** @throws transfer_changed where something of it is gone */
const stillThere = (error: unknown): never => {
  if (error instanceof AppError && error.code === 'not_found')
    throw new AppError('transfer_changed', { message: CHANGED })
  throw error
}

/** What accepting would do now. @throws not_found, transfer_over, transfer_changed */
export async function previewOffer(db: Database, use: Use, id: TransferId): Promise<TransferPreview> {
  const { on: row } = mayAnswerTransfer(use, await store.findTransfer(db, use.on, id, { lock: false }))
  const to = { name: row.to_name, slug: row.to_slug }
  return previewMove(db, planOfOffer(row), { to, is_direct: true }).catch(stillThere)
}

/** The same things by id, whatever they are called now. */
const isSame = (offered: Found['moves'], now: Found['moves']): boolean => {
  const known = new Set(offered.map(({ id }) => id))
  return now.length === known.size && now.every(({ id }) => known.has(id))
}

/**
 * Moves what was offered, once. Who offered it must still have the right, and the same things must belong to it as were shown.
 * @throws not_found, transfer_over, transfer_changed, transfer_refused
 */
export async function acceptTransfer(deps: TransferDeps, use: Use, id: TransferId): Promise<Transfer> {
  const { by, on } = use
  if (by.type !== 'user') throw new AppError('unauthenticated')
  const person = personBehind(by)
  const made = await deps.db.transaction().execute(async (tx) => {
    await allowLonger(tx, MOVING_MS)
    const { on: row } = mayAnswerTransfer(use, await store.findTransfer(tx, on, id, { lock: true }))
    await lockBoth(tx, row.from_id, on)
    if (!(await store.hasRight(tx, on, person))) throw new AppError('workspace_role')
    if (row.offered_by === null || !(await store.hasRight(tx, row.from_id, row.offered_by)))
      throw new AppError('transfer_over', { message: 'The person who offered this may no longer move it.' })
    const plan = planOfOffer(row)
    const found = await findLocked(tx, plan).catch(stillThere)
    if (!isSame(row.moves, found.moves)) throw new AppError('transfer_changed', { message: CHANGED })
    const moved = { id, by: person, ...placesOf(row) }
    const move = await moveFound(tx, deps.ring, plan, found, moved)
    await store.decideTransfer(tx, id, 'done', person)
    const noted = { id, ...placesOf(row), moves: found.moves }
    await audit(tx, person, 'transfer.accept', noted)
    await tellMoved(tx, noted)
    return { transfer: await load(tx, on, id), move, moved }
  })
  await finish(deps, made.move, made.moved)
  return made.transfer
}

/** Nothing moves, and who offered it is told. @throws not_found, transfer_over */
export const declineTransfer = (db: Database, use: Use, id: TransferId): Promise<Transfer> =>
  db.transaction().execute(async (tx) => {
    const { by, on: row } = mayAnswerTransfer(use, await store.findTransfer(tx, use.on, id, { lock: true }))
    const person = by.type === 'user' ? personBehind(by) : use.on
    await store.decideTransfer(tx, id, 'declined', person)
    const noted = { id, ...placesOf(row), moves: row.moves }
    await audit(tx, person, 'transfer.decline', noted)
    await notify(tx, row.from_id, {
      kind: 'transfer',
      title: say('{workspace} declined your offer', { workspace: row.to_name }),
      message: saidOf(row.moves),
      href: hrefOf(noted.from),
      group: `transfer:${id}`,
    })
    return load(tx, use.on, id)
  })

/** @throws not_found, transfer_over */
export const cancelTransfer = (db: Database, use: Use, id: TransferId): Promise<Transfer> =>
  db.transaction().execute(async (tx) => {
    const { by, on: row } = mayCancelTransfer(use, await store.findTransfer(tx, use.on, id, { lock: true }))
    const person = by.type === 'user' ? personBehind(by) : use.on
    await store.decideTransfer(tx, id, 'cancelled', person)
    await audit(tx, person, 'transfer.cancel', { id, ...placesOf(row), moves: row.moves })
    return load(tx, use.on, id)
  })
