/**
 * What visitors of other sites do with a service: they see its form, start runs of it, and read what came of their own. They run it in the
 * name of its owner and inside the budget of the day, and learn nothing of either.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { isFeatureOn } from '#contract/admin/feature-values.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { type ExecutionId, type FileId, type Json, JsonObject, type UserId } from '#contract/core/primitives.ts'
import { type ExecutionStatus, isFinal } from '#contract/runs/execution-states.ts'
import type { PublicWidget, WidgetRun } from '#contract/services/widgets.ts'
import { readFile } from '#nodes/lib/document/file-reference.ts'
import { NodeError } from '#nodes/node.ts'
import type { FilesPort, Owner } from '#nodes/ports.ts'
import { presentListing } from '#server/areas/agents/agents.ts'
import {
  type BillingGate,
  findTerms,
  type HeldCharge,
  lockBudget,
  USED_UP,
  usedToday,
} from '#server/areas/billing/billing.ts'
import {
  checkInput,
  findFilesInInput,
  hashToken,
  type OpenOutput,
  prepareRun,
  type RunRequest,
  readValue,
  refuseAnyKnowledge,
} from '#server/areas/runs/runs.ts'
import { ownerOfService } from '#server/areas/services/services/services.policy.ts'
import { type ModelDeps, refuseUnready } from '#server/areas/workflows/workflows.ts'
import type { VisitorCaller } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'
import { requireFeature } from '#server/platform/settings/features.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import { readSetting } from '#server/platform/settings/settings.ts'
import * as store from './widgets.store.ts'

export interface WidgetDeps {
  db: Database
  billingGate: Pick<BillingGate, 'holdAll' | 'release'>
  models: ModelDeps
  /** Of the owners of runs, and of visitors. */
  files: Pick<FilesPort, 'open' | 'write'>
}

export const CLOSED = 'This isn’t available at the moment. Try again later.'

export const isOpen = ({ service_status, agent_status }: store.ShownRow): boolean =>
  service_status === 'running' && agent_status !== 'suspended'

/** @throws not_found: unknown, switched off, or with a token that is not its own any more; feature_off for an owner who may have none */
async function shownAt(db: Queryable, token: string): Promise<store.ShownRow> {
  const row = await store.findShown(db, token)
  if (!row) throw new AppError('not_found')
  await requireFeature(db, 'widgets', row.role)
  return row
}

/** @throws not_found, feature_off */
export async function getPublicWidget(db: Queryable, token: string): Promise<PublicWidget> {
  const row = await shownAt(db, token)
  const [terms, chat] = await Promise.all([findTerms(db, row.agent_version_id), store.isChat(db, row.service_id)])
  return {
    chat,
    sends_to: [...(terms?.sends_to ?? [])],
    title: row.title,
    greeting: row.greeting,
    schema: JsonObject.parse(row.input_schema),
    view: row.view,
    disclaimer: presentListing(row.listing).disclaimer,
    closed: isOpen(row) ? null : CLOSED,
  }
}

/** The hosts whose pages may show it; null where there is nothing to show. */
export async function findWidgetHosts(db: Queryable, token: string): Promise<string[] | null> {
  const row = /^[A-Za-z0-9_-]{32}$/.test(token) ? await store.findShown(db, token) : null
  return row && isFeatureOn(await readSetting(db, 'features'), 'widgets', row.role) ? row.domains : null
}

/** A copy of a file for the owner of the service. @throws invalid_input with the field */
export async function copyFile(
  files: WidgetDeps['files'],
  { of, to }: { of: Owner; to: UserId },
  id: string,
  field: string,
): Promise<string> {
  try {
    const file = await files.open(id, { owner: of, execution_id: null })
    return (await files.write(await readFile(file), { user_id: to }, `widget:${randomUUID()}`)).file_id
  } catch (error) {
    // Why there is no room is the owner's.
    if (error instanceof NodeError) throw fieldError(field, 'This document can’t be used. Choose it again.')
    throw error
  }
}

/**
 * The input with a copy of each of the visitor's documents, which is the owner's and goes after a day. Names nothing else: a document of
 * the owner cannot be reached by its id.
 */
async function takeFiles(
  { db, files }: WidgetDeps,
  visitor: VisitorCaller,
  { owner_id }: store.ShownRow,
  input: JsonObject,
): Promise<{ input: JsonObject; copies: string[] }> {
  const named = findFilesInInput(input)
  const deep = named.find(({ field }) => field.split('.').length !== 3)
  if (deep) throw fieldError(deep.field, 'Documents can’t be used here.')
  const copying = named.map(async ({ id, field }) => {
    const [, name = ''] = field.split('.')
    const file_id = await copyFile(files, { of: { visitor_key: visitor.key }, to: owner_id }, id, field)
    return [name, { file_id }] as const
  })
  const taken = await Promise.all(copying)
  const copies = taken.map(([, { file_id }]) => file_id)
  if (copies.length > 0) await store.expireFilesAt(db, owner_id, copies, '1 day')
  return { input: { ...input, ...Object.fromEntries(taken) }, copies }
}

/** What the owner is told they may not is told to visitors in other words. */
export function toVisitorError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code === 'invalid_input' || error.status >= 500) return error
  return error.message === USED_UP || error.code === 'too_many_requests'
    ? error
    : new AppError('not_runnable', { message: CLOSED, cause: error })
}

interface Begun {
  request: Omit<RunRequest, 'mode'> & { mode: 'now'; charge: HeldCharge | null; execution_id: string }
  execution_id: string
  run_token: string
}

export const refuseBudget = (): AppError => new AppError('limit_reached', { message: USED_UP })

/** Holds what it costs and counts it, under the lock of the budget: any number of visitors stay inside it together. */
async function hold(
  { billingGate }: WidgetDeps,
  tx: Queryable,
  row: store.ShownRow,
  request: RunRequest,
): Promise<Begun> {
  const budget = await lockBudget(tx, row.service_id)
  if (!budget) throw new AppError('not_found')
  if ((await usedToday(tx, row.service_id)).runs >= budget.daily_runs) throw refuseBudget()
  const [charge = null] = await billingGate.holdAll(tx, [request])
  const execution_id = charge?.execution_id ?? uuidv7()
  const run_token = randomBytes(32).toString('base64url')
  await store.insertRun(tx, { execution_id, service: row.service_id, token_hash: hashToken(run_token) })
  if ((await usedToday(tx, row.service_id)).paise > budget.daily_paise) throw refuseBudget()
  return { request: { ...request, charge, execution_id }, execution_id, run_token }
}

/** Asked for as the owner's runs are, held for and counted. */
async function begin(deps: WidgetDeps, row: store.ShownRow, input: JsonObject): Promise<Begun> {
  const { request } = await prepareRun(deps.db, ownerOfService(row), { service_id: row.service_id, input }, (run) =>
    refuseUnready(deps.models, run),
  )
  return deps.db.transaction().execute((tx) => hold(deps, tx, row, { ...request, trigger: 'chat' }))
}

/**
 * A visitor's run, ready for the engine.
 * @returns with what takes it back, for when the engine could not begin it
 * @throws not_found, invalid_input with the fields, too_many_requests, limit_reached when the day is used up, not_runnable; none says
 * anything of the owner
 */
export async function prepareWidgetRun(
  deps: WidgetDeps,
  token: string,
  given: JsonObject,
  { visitor, sender }: { visitor: VisitorCaller; sender: Sender },
): Promise<Begun & { release: () => Promise<void> }> {
  const { db, billingGate } = deps
  const row = await shownAt(db, token)
  if (!isOpen(row)) throw new AppError('not_runnable', { message: CLOSED })
  try {
    await checkInput(JsonObject.parse(row.input_schema), given)
    // The run is the owner's: a visitor would search what is theirs.
    refuseAnyKnowledge(given, 'Knowledge bases can’t be chosen here.')
    const { widget_runs_per_hour } = await readLimits(db)
    await enforceRateLimit(
      db,
      [rateLimitFor(`widget ${row.service_id}`, sender, widget_runs_per_hour)],
      'You’ve asked many times',
    )
    if ((await usedToday(db, row.service_id)).runs >= row.daily_runs) throw refuseBudget()
    const { input, copies } = await takeFiles(deps, visitor, row, given)
    const begun = await begin(deps, row, input).catch(async (error: unknown) => {
      // What a refused visitor gave takes no room of the owner.
      if (copies.length > 0) await store.expireFilesAt(db, row.owner_id, copies, '0')
      throw error
    })
    const release = async () => {
      if (begun.request.charge) await billingGate.release(begun.request.charge)
      await store.deleteRun(db, begun.execution_id)
    }
    return { ...begun, release }
  } catch (error) {
    throw toVisitorError(error)
  }
}

/** Of a run that failed only that it did: why is the owner's. */
export const presentRun = ({ status, output }: { status: ExecutionStatus; output?: Json | undefined }): WidgetRun => {
  if (!isFinal(status)) return { status: 'running', output: null }
  return status === 'succeeded' ? { status, output: output ?? null } : { status: 'failed', output: null }
}

interface RunKey {
  widget: string
  run: ExecutionId
  run_token: string | null
}

async function findOwnRun(db: Queryable, { widget, run, run_token }: RunKey): Promise<ExecutionStatus> {
  const status = run_token && (await store.findRun(db, { widget, run, token_hash: hashToken(run_token) }))
  if (!status) throw new AppError('not_found')
  return status
}

/** @throws not_found, also with the token of another run or widget */
export async function readWidgetRun(db: Queryable, key: RunKey, open: OpenOutput): Promise<WidgetRun> {
  const status = await findOwnRun(db, key)
  return presentRun({ status, output: status === 'succeeded' ? await readValue(db, key.run, 'output', open) : null })
}

/** @throws not_found, also for a file that another run made */
export async function findWidgetFile(db: Queryable, key: RunKey, file: FileId) {
  await findOwnRun(db, key)
  const made = await store.findMade(db, key.run, file)
  if (!made) throw new AppError('not_found')
  return made
}
