/** Agents from a file: what it would create, row by row, and the drafts, all of them or none (decision 0278). */
import { createHash } from 'node:crypto'
import type { AgentImportPreview, ImportedAgents } from '#contract/agents/agent-import.ts'
import { AGENT_IMPORT, type ImportColumn } from '#contract/agents/agent-import-limits.ts'
import { isAdminOrAbove } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import { type AgentId, JsonObject, type WorkflowId } from '#contract/core/primitives.ts'
import { EMPTY_DOCUMENT } from '#graph/document.ts'
import { manualTrigger } from '#nodes/types/triggers/manual-trigger.ts'
import type { MakeGrant } from '#server/areas/agents/agents.ts'
import { changeDraft } from '#server/areas/selling/publishing/drafts.ts'
import type { SellGrant } from '#server/areas/selling/publishing/publishing.policy.ts'
import {
  type EditGrant,
  findMadeOf,
  findObstacles,
  findWhole,
  insertDraftAgent,
  insertWorkflow,
  keepVersion,
  lockToEdit,
  type MakingParts,
  readDocument,
  type WholeRow,
} from '#server/areas/workflows/workflows.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import { readAgentCsv } from './agent-csv.ts'
import * as store from './agent-import.store.ts'
import { type CheckedRow, checkRow, presentRow } from './check-row.ts'

export interface ImportGrants {
  edit: EditGrant
  make: MakeGrant
  sell: SellGrant
}

interface Row extends CheckedRow {
  /** The workflow that is there; null for a new one. */
  from: ({ id: WorkflowId } & Pick<WholeRow, 'document' | 'samples'>) | null
}

/** What an agent without a workflow begins with: something to draw on. */
const BEGINNING = {
  ...EMPTY_DOCUMENT,
  nodes: [
    {
      id: 'start',
      type: manualTrigger.type,
      version: manualTrigger.version,
      title: manualTrigger.title,
      config: {},
      position: { x: 0, y: 0 },
    },
  ],
}

const say = ({ problems }: CheckedRow, column: ImportColumn, message: string): void => {
  if (!problems.some((one) => one.column === column)) problems.push({ column, message })
}

/** Tells of every row but the first that something it names is named before. */
function sayRepeated(rows: readonly CheckedRow[], column: 'name' | 'workflow', of: (row: CheckedRow) => string): void {
  const first = new Map<string, number>()
  for (const row of rows) {
    const key = of(row).toLowerCase()
    const before = first.get(key)
    if (key === '') continue
    if (before === undefined) first.set(key, row.row)
    else say(row, column, `Row ${before} has the same ${column}`)
  }
}

/** The workflow that a row names, if it is there and no agent was made of it. */
async function findSource(db: Queryable, { edit, make }: ImportGrants, row: CheckedRow, ids: WorkflowId[]) {
  const [id, another] = ids
  if (id === undefined) return void say(row, 'workflow', 'You have no workflow with this name')
  if (another !== undefined)
    return void say(row, 'workflow', 'Several of your workflows have this name. Rename the one you mean.')
  const whole = await findWhole(db, edit.on, id)
  if (!whole) return void say(row, 'workflow', 'You have no workflow with this name')
  const made = await findMadeOf(db, make.on, id)
  if (made) return void say(row, 'workflow', `“${made.name}” was already created from this workflow`)
  return { id, document: whole.document, samples: whole.samples }
}

/** @throws limit_reached */
async function checkRows(db: Queryable, grants: ImportGrants, checked: readonly CheckedRow[]): Promise<Row[]> {
  const seller = grants.sell.on
  const wanted = [...new Set(checked.map(({ workflow }) => workflow.toLowerCase()).filter((name) => name !== ''))]
  const [categories, own, workflows] = await Promise.all([
    store.findCategories(
      db,
      checked.map(({ change }) => change.category),
    ),
    store.findOwnNames(
      db,
      seller,
      checked.map(({ change }) => change.name.toLowerCase()),
    ),
    store.findWorkflowsByName(db, seller, wanted),
  ])
  const { agents_per_seller: most } = await readLimits(db)
  if (own.total + checked.length > most)
    throw new AppError('limit_reached', {
      message: `A seller can have up to ${most} agents. You have ${own.total}, and the file has ${checked.length}.`,
    })
  sayRepeated(checked, 'name', ({ change }) => change.name)
  sayRepeated(checked, 'workflow', ({ workflow }) => workflow)
  const rows: Row[] = []
  for (const row of checked) {
    const { category, name } = row.change
    if (category !== '' && !categories.has(category)) say(row, 'category', 'This category doesn’t exist')
    if (own.taken.has(name.toLowerCase())) say(row, 'name', 'You already have an agent with this name')
    const key = row.workflow.toLowerCase()
    const ids = workflows.filter((one) => one.name === key).map(({ id }) => id)
    const from = key === '' ? null : await findSource(db, grants, row, ids)
    rows.push({ ...row, from: from ?? null })
  }
  return rows
}

/** Tells of workflows that can't be run. It takes processor time, in turns: never inside a transaction. */
async function sayBroken({ edit }: ImportGrants, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    if (row.from === null) continue
    const [obstacle] = await findObstacles(edit.on, readDocument(row.from.document))
    if (obstacle) say(row, 'workflow', `The workflow can’t be run: ${obstacle.message}`)
  }
}

const enforceLimit = (db: Queryable, { sell }: ImportGrants, what: 'imports' | 'previews'): Promise<void> =>
  enforceRateLimit(
    db,
    [rateLimitFor(`agent ${what}`, { key: sell.on, shared: false }, AGENT_IMPORT[`${what}_per_hour`])],
    what === 'imports' ? 'You’ve imported many files' : 'You’ve previewed many files',
  )

/** What the file would create, and what is wrong with it. Nothing is stored. @throws import_refused, limit_reached, too_many_requests */
export async function previewImport(db: Queryable, grants: ImportGrants, csv: string): Promise<AgentImportPreview> {
  await enforceLimit(db, grants, 'previews')
  const rows = await checkRows(db, grants, readAgentCsv(csv).map(checkRow))
  await sayBroken(grants, rows)
  return { rows: rows.map(presentRow), faulty: rows.filter(({ problems }) => problems.length > 0).length }
}

/** @throws invalid_input with each problem by row and column, such as `rows.3.category` */
function refuseFaulty(rows: readonly Row[]): void {
  const problems = rows.flatMap(({ row, problems: found }) =>
    found.map(({ column, message }) => ({
      message: `Row ${row}, ${column}: ${message}`,
      field: `rows.${row}.${column}`,
      code: 'invalid_input',
    })),
  )
  if (problems.length > 0) throw new AppError('invalid_input', { problems })
}

/** @throws limit_reached */
async function insertRow(
  tx: Queryable,
  record: MakingParts['record'],
  { edit, make, sell }: ImportGrants,
  row: Row,
): Promise<AgentId> {
  const { change } = row
  const { name, tagline = '', description = '', category, icon = 'bot', tags = [] } = change
  const document = row.from?.document ?? BEGINNING
  const id = row.from?.id ?? (await insertWorkflow(tx, edit, { name, document: JsonObject.parse(BEGINNING) }, 'owner'))
  await lockToEdit(tx, edit, id)
  const version = await keepVersion(tx, {
    workflow: id,
    author: edit.on,
    document: readDocument(document),
    trial: false,
  })
  const wanted = { name, tagline, description, category, icon, tags }
  const workflow = { document, samples: row.from?.samples ?? [] }
  const agent = await insertDraftAgent(tx, record, make, { wanted, version, workflow })
  await changeDraft(tx, sell, agent, change)
  return agent
}

/** What the same request made before. @throws already_exists when its key came with another file */
async function findRepeated(db: Queryable, { sell }: ImportGrants, key: string, hash: Buffer) {
  const past = await store.findImport(db, sell.on, key)
  if (past === null) return null
  if (!past.file_hash.equals(hash))
    throw new AppError('already_exists', { message: 'This key was used for another file. Load the page again.' })
  return { agents: past.agents }
}

/**
 * Creates all drafts of the file in one transaction. The same key and file answer what they made.
 * @throws import_refused, invalid_input with each problem by row and column, limit_reached, already_exists, too_many_requests
 */
export async function importAgents(
  { db, record }: MakingParts,
  grants: ImportGrants,
  { csv, idempotency_key: key }: { csv: string; idempotency_key: string },
): Promise<ImportedAgents> {
  const hash = createHash('sha256').update(csv).digest()
  const repeated = await findRepeated(db, grants, key, hash)
  if (repeated) return repeated
  await enforceLimit(db, grants, 'imports')
  const checked = readAgentCsv(csv).map(checkRow)
  const seen = await checkRows(db, grants, checked)
  await sayBroken(grants, seen)
  refuseFaulty(seen)
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grants.sell.on)
    // Confirmed twice at once: the second waited for the first.
    const meanwhile = await findRepeated(tx, grants, key, hash)
    if (meanwhile) return meanwhile
    refuseFaulty(await checkRows(tx, grants, checked))
    const agents: ImportedAgents['agents'] = []
    // Workflows as they were checked.
    for (const row of seen) agents.push({ id: await insertRow(tx, record, grants, row), name: row.change.name })
    const ids = agents.map(({ id }) => id)
    await store.insertImport(tx, grants.sell, { key, file_hash: hash, agents: ids })
    await auditImport(tx, grants, ids)
    return { agents }
  })
}

/** What admins do is in the audit log, also with agents of their own. */
async function auditImport(
  tx: Queryable,
  { sell: { by, on } }: ImportGrants,
  agents: readonly AgentId[],
): Promise<void> {
  if (by.type !== 'user' || !isAdminOrAbove(by.role)) return
  const details = { agents: agents.length, ids: [...agents] }
  await insertAudit(tx, { actor_id: by.id, action: 'agent.import', target_id: on, reason: null, details })
}
