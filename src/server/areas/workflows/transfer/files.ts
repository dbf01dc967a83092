/** Files of workflows: what an export holds, what an import makes. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'
import { JsonObject, type WorkflowId } from '#contract/core/primitives.ts'
import { BundleSample, Slot } from '#contract/workflows/bundle.ts'
import { type ImportedWorkflows, type ParsedWorkflow, TRANSFER } from '#contract/workflows/transfer.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { withAccounts } from '#nodes/import/account-slots.ts'
import { analyse } from '#nodes/import/analyse.ts'
import { packBundle } from '#nodes/import/bundle.ts'
import { ownedIds } from '#nodes/import/owned-ids.ts'
import type { FileFormat, FoundWorkflow, ReadFile } from '#nodes/import/read-file.ts'
import { ImportError } from '#nodes/import/untrusted.ts'
import { NodeError } from '#nodes/node.ts'
import { nameOfOwner } from '#nodes/work-for.ts'
import { findProblems, readDocument } from '#server/areas/workflows/workflows/document.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import { createWorkflow } from '#server/areas/workflows/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import * as store from './transfer.store.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export type TransferAction = 'imports' | 'exports' | 'looks'
const MOST = { imports: TRANSFER.imports_per_hour, exports: TRANSFER.exports_per_hour, looks: TRANSFER.looks_per_hour }
const DONE = {
  imports: 'You’ve imported many workflows',
  exports: 'You’ve exported many workflows',
  looks: 'You’ve previewed many workflows',
}

/** Reading files costs time of this server. @throws too_many_requests */
export const enforceTransferLimit = (db: Queryable, grant: EditGrant, what: TransferAction): Promise<void> =>
  enforceRateLimit(db, [rateLimitFor(`workflow ${what}`, { key: grant.on, shared: false }, MOST[what])], DONE[what])

const Slots = z.array(Slot).catch([])
const Samples = z.array(BundleSample).catch([])
export const storedSlots = (stored: unknown): Slot[] => Slots.parse(stored)
export const storedSamples = (stored: unknown): BundleSample[] => Samples.parse(stored)

/** The file of a workflow, and what it is called. @throws not_found, too_many_requests */
export async function exportWorkflow(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
): Promise<{ name: string; text: string }> {
  await enforceTransferLimit(db, grant, 'exports')
  const row = await store.findWhole(db, grant.on, id)
  if (!row) throw new AppError('not_found')
  const document = readDocument(row.document)
  const ids = [...new Set(ownedIds(document).map((owned) => owned.id))]
  const names = new Map((await store.findNames(db, grant.on, ids)).map((named) => [`${named.kind} ${named.id}`, named]))
  const { name, description, docs } = row
  const packable = {
    name,
    description,
    document,
    docs,
    slots: storedSlots(row.slots),
    samples: storedSamples(row.samples),
  }
  const text = packBundle(packable, (owned) => names.get(`${owned.kind} ${owned.id}`) ?? null, sha256)
  return { name: `${fileName(name)}.chowk.json`, text }
}

const fileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'workflow'

/**
 * Reads a workflow file away from the server's own thread.
 * @param owner whose turn it is
 * @throws ImportError, NodeError `runner_busy`, `runner_lost`
 */
export type ReadFileFor = (owner: string, source: unknown) => Promise<ReadFile>

export interface ImportDeps {
  db: Database
  readFile: ReadFileFor
}

/** @throws import_refused with the reason, its code and its place in the file; too_many_requests; unavailable */
async function read(
  { db, readFile }: ImportDeps,
  grant: EditGrant,
  what: TransferAction,
  source: unknown,
): Promise<ReadFile> {
  await enforceTransferLimit(db, grant, what)
  try {
    return await readFile(nameOfOwner({ user_id: grant.on }), source)
  } catch (error) {
    if (error instanceof NodeError && error.retryable)
      throw new AppError('unavailable', { message: error.message, retryAfter: 2, cause: error })
    if (!(error instanceof ImportError)) throw error
    const field = error.field === null ? 'source' : `source.${error.field.slice(0, 200)}`
    throw new AppError('import_refused', {
      message: error.message,
      problems: [{ message: error.message, field, code: error.code }],
    })
  }
}

/** What an import would make. @throws import_refused, too_many_requests, unavailable */
export async function parseFile(
  deps: ImportDeps,
  grant: EditGrant,
  source: unknown,
): Promise<{ format: FileFormat; workflows: ParsedWorkflow[] }> {
  const { format, workflows } = await read(deps, grant, 'looks', source)
  const shown: ParsedWorkflow[] = []
  for (const { name, description, document, slots, report } of workflows)
    shown.push({
      name,
      description,
      document: JsonObject.parse(document),
      slots,
      report,
      problems: await findProblems(grant.on, document),
      analysis: analyse(document, slots),
    })
  return { format, workflows: shown }
}

/**
 * Makes the workflows of a file. Slots that ask for a credential by a type and name that the owner has once are filled with it, those for
 * an account at an app with the one that was chosen for the app.
 * @throws import_refused, limit_reached, invalid_input (a credential that is not one's own, an account at another app), too_many_requests, unavailable
 */
export async function importFile(
  deps: ImportDeps,
  grant: EditGrant,
  {
    source,
    name,
    accounts,
  }: { source: unknown; name?: string | undefined; accounts?: Record<string, string> | undefined },
): Promise<ImportedWorkflows> {
  const { db } = deps
  const chosen = await ownAccounts(db, grant, accounts ?? {})
  const { format, workflows } = await read(deps, grant, 'imports', source)
  const made: ImportedWorkflows['workflows'] = []
  for (const [index, found] of workflows.entries()) {
    const document = withAccounts(await filled(db, grant, found), found.slots, chosen)
    const wanted = {
      name: (index === 0 && name) || found.name,
      description: found.description,
      document: JsonObject.parse(document),
    }
    const workflow = await createWorkflow(db, grant, wanted, 'others')
    await store.storeTransferParts(db, workflow.id, found)
    const { id, name: called, description, revision, nodes, created_at, updated_at } = workflow
    const summary = { id, name: called, description, revision, nodes, created_at, updated_at }
    made.push({ workflow: summary, slots: found.slots, report: found.report })
  }
  return { format, workflows: made }
}

/** The chosen accounts by app. @throws invalid_input */
async function ownAccounts(
  db: Database,
  grant: EditGrant,
  accounts: Record<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const chosen = new Map(Object.entries(accounts))
  const own = new Map(
    (await store.findAccounts(db, grant.on, [...chosen.values()])).map((row) => [row.id, row.connector]),
  )
  const wrong = [...chosen].filter(([app, id]) => own.get(id) !== app)
  if (wrong.length > 0)
    throw new AppError('invalid_input', {
      problems: wrong.map(([app]) => ({
        field: `accounts.${app}`,
        message: 'Choose an account of your own at this app',
        code: 'invalid_value',
      })),
    })
  return chosen
}

async function filled(db: Database, grant: EditGrant, { document, slots }: FoundWorkflow): Promise<WorkflowDocument> {
  const open = slots.filter(({ field, name }) => field === 'credential' && name !== '')
  const owned = await store.findCredentialsByName(db, grant.on, [...new Set(open.map(({ name }) => name))])
  const fits = new Map<string, string>()
  const appOf = new Map(document.nodes.map(({ id, config }) => [id, config.integration]))
  for (const slot of open) {
    // An account of the same name at another app is another account.
    const [one, ...others] = owned.filter(
      ({ name, type, connector }) =>
        name === slot.name && type === slot.type && (connector === null || connector === appOf.get(slot.node)),
    )
    if (one && others.length === 0) fits.set(slot.node, one.id)
  }
  const nodes = document.nodes.map((node) => {
    const credential = node.config.credential === undefined ? fits.get(node.id) : undefined
    return credential === undefined ? node : { ...node, config: { ...node.config, credential } }
  })
  return { ...document, nodes }
}
