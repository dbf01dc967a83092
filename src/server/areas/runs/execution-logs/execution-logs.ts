/** All users' runs, as an admin reads them: how each went, and its content only after a reason was written down. */
import { type Ability, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { ExecutionLog, ExecutionLogDetail, ExecutionLogQuery } from '#contract/runs/execution-logs.ts'
import { CONTROL_ACTIONS, type ControlAction, OVERSEEN } from '#contract/runs/execution-states.ts'
import { mayReveal } from '#server/areas/runs/executions/executions.policy.ts'
import { presentSummary, withoutMessages } from '#server/areas/runs/executions/executions.present.ts'
import * as store from '#server/areas/runs/executions/executions.store.ts'
import { assemble } from '#server/areas/runs/executions/executions.ts'
import type { OpenOutput } from '#server/areas/runs/executions/values.ts'
import { type RunRecords, revealEvent } from '#server/areas/runs/record-keeping/keep.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { findRunOwners, findUserByEmail, type RunOwnerRow } from './execution-logs.store.ts'

type Overseeing = Grant<'execution.oversee', null>

const presentOwner = (row: RunOwnerRow | undefined): ExecutionLog['owner'] =>
  row ? { id: row.id, display_name: row.display_name, email: row.email } : null

function presentLog(row: store.SummaryRow, owner: RunOwnerRow | undefined): ExecutionLog {
  const { title: _title, error, ...run } = presentSummary(row)
  return { ...run, owner: presentOwner(owner), error_code: error?.code ?? null }
}

/** Newest first; `total` is counted up to 10,000, and up to 1,000 of what is narrowed. */
export async function listExecutionLogs(db: Queryable, _grant: Overseeing, query: ExecutionLogQuery) {
  const { days, owner_id, search, ...rest } = query
  const nothing = { items: [], total: 0, limit: query.limit, offset: query.offset }
  const byEmail = search?.includes('@') ? search.trim() : null
  const owner = byEmail === null ? (owner_id ?? null) : await findUserByEmail(db, byEmail)
  if (byEmail !== null && (owner === null || (owner_id && owner_id !== owner))) return nothing
  const filters = {
    ...rest,
    overseen: true as const,
    since: days === undefined ? undefined : new Date(Date.now() - days * DAY_MS),
    ...(byEmail === null && search !== undefined && { search }),
  }
  const [rows, total] = await Promise.all([
    store.findExecutions(db, filters, owner, 'owner'),
    store.countExecutions(db, filters, owner),
  ])
  const owners = await findRunOwners(
    db,
    rows.map(({ id }) => id),
  )
  const byRun = new Map(owners.map((one) => [one.execution_id, one]))
  return { ...nothing, items: rows.map((row) => presentLog(row, byRun.get(row.id))), total }
}

const READ = refusedAbility(OVERSEEN)
const ABILITIES = {
  ...(Object.fromEntries(CONTROL_ACTIONS.map((action) => [action, READ])) as Record<ControlAction, Ability>),
  make_case: READ,
  delete: READ,
}

/** As its owner sees it, so that a closed workflow stays closed. @throws not_found, also for a run of a private bench */
async function findOverseen(db: Queryable, id: ExecutionId) {
  const row = await store.findExecution(db, id, 'owner', null)
  if (row === null || row.of_bench) throw new AppError('not_found')
  const [owner] = await findRunOwners(db, [id])
  return { row, owner }
}

async function read(
  db: Queryable,
  { row, owner }: Awaited<ReturnType<typeof findOverseen>>,
  open: OpenOutput,
  hidden: boolean,
): Promise<ExecutionLogDetail> {
  const run = await assemble(db, row, {
    open,
    hidden,
    roleIn: async () => null,
    isOwn: false,
    mayAudit: false,
    deletable: READ,
    mayAccept: READ,
  })
  return {
    run: { ...(hidden ? withoutMessages(run) : run), abilities: ABILITIES },
    owner: presentOwner(owner),
  }
}

/** @throws not_found */
export const getExecutionLog = async (
  db: Queryable,
  _grant: Overseeing,
  id: ExecutionId,
  open: OpenOutput,
): Promise<ExecutionLogDetail> => read(db, await findOverseen(db, id), open, true)

/**
 * The run with its content. Who looked and why is in the audit log before anything is read.
 * @throws not_found, forbidden for a run of an admin
 */
export async function revealExecution(
  db: Database,
  grant: Overseeing,
  { id, reason }: { id: ExecutionId; reason: string },
  { open, records }: { open: OpenOutput; records: RunRecords },
): Promise<ExecutionLogDetail> {
  const found = await findOverseen(db, id)
  const { by, on } = mayReveal(grant, found.row, found.owner?.role ?? null)
  if (by.type !== 'user') throw new AppError('unauthenticated')
  await insertAudit(db, {
    actor_id: by.id,
    action: 'execution.reveal',
    target_id: on.id,
    reason,
    details: { owner_id: on.owner_id },
  })
  await records.note(db, id, revealEvent(by, reason))
  return read(db, found, open, false)
}
