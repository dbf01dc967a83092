/** The verbs of My AI Services: deployed, pinned versions of agents. */
import { allowed } from '#contract/core/ability-values.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import {
  type AgentId,
  type AgentVersionId,
  JsonObject,
  type ServiceId,
  type UserId,
} from '#contract/core/primitives.ts'
import type { CreateService, ListServices, Service, ServiceDetail, UpdateService } from '#contract/services/services.ts'
import { findAgent, mayDeployAgent, presentListing, presentSamples } from '#server/areas/agents/agents.ts'
import { checkRunning, checkServices } from '#server/areas/billing/billing.ts'
import { runServiceAbility } from '#server/areas/runs/runs.ts'
import { isViewed } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import { recheckSchedules } from './schedules.ts'
import type { UseServices } from './services.policy.ts'
import * as store from './services.store.ts'

type Use = UseServices

/** @returns what ends the deliveries of services outside to a service, once it is deleted */
export type PrepareClosing = (grant: Use, id: ServiceId) => Promise<() => Promise<void>>

const present = (row: store.ServiceRow): Service => ({
  id: row.id,
  name: row.name,
  status: row.status,
  settings: JsonObject.parse(row.settings),
  second_reader_share: row.second_reader_share,
  sign_off_needs_all: row.sign_off_needs_all,
  agent: { id: row.agent_id, slug: row.agent_slug, name: row.agent_name, icon: row.agent_icon },
  version: { id: row.version_id, number: row.number, newest: row.newest },
  workflow_id: row.workflow_id,
  runs: row.runs,
  last_run_at: row.last_run_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  abilities: { run: runServiceAbility(row), update: allowed, remove: allowed },
})

const presentDetail = (row: store.ServiceDetailRow): ServiceDetail => {
  const { disclaimer, does_not } = presentListing(row.listing)
  return {
    ...present(row),
    input_schema: JsonObject.parse(row.input_schema),
    samples: presentSamples(row.samples),
    view: row.view,
    disclaimer,
    promise: row.promise,
    does_not,
  }
}

/** To an admin who sees Chowk as the owner: what they set may quote what goes into their runs. */
const shownTo =
  ({ by }: Use) =>
  <S extends Service>(service: S): S =>
    isViewed(by) ? { ...service, settings: {} } : service

/** Newest first. */
export async function listServices(
  db: Queryable,
  grant: Use,
  query: ListServices,
): Promise<{ items: Service[]; total: number; limit: number; offset: number }> {
  const [rows, total] = await Promise.all([
    store.findServices(db, grant.on, query),
    store.countServices(db, grant.on, query),
  ])
  return { items: rows.map(present).map(shownTo(grant)), total, limit: query.limit, offset: query.offset }
}

/** @throws not_found, also for a foreign one */
export async function getService(db: Queryable, grant: Use, id: ServiceId): Promise<ServiceDetail> {
  const row = await store.findService(db, grant.on, id)
  if (!row) throw new AppError('not_found')
  return shownTo(grant)(presentDetail(row))
}

/**
 * Deploys the version that is current now; it stays pinned to it.
 * @throws not_found (the agent), not_runnable with the reason, plan_limit, limit_reached
 */
export async function createService(db: Database, grant: Use, wanted: CreateService): Promise<ServiceDetail> {
  const { on: agent } = mayDeployAgent(grant.by, await findAgent(db, wanted.agent_id))
  const { version_id } = agent
  if (version_id === null) throw new AppError('not_runnable')
  const { name = agent.name, settings } = wanted
  const id = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    return addService(tx, grant, { agent_id: agent.id, agent_version_id: version_id, name, settings })
  })
  return getService(db, grant, id)
}

/** In a transaction that has locked the owner. @throws plan_limit, limit_reached */
export async function addService(
  tx: Queryable,
  grant: Use,
  {
    settings = {},
    ...service
  }: { agent_id: AgentId; agent_version_id: AgentVersionId; name: string; settings?: JsonObject | undefined },
): Promise<ServiceId> {
  await checkServices(tx, grant.on, service.agent_id)
  const { services_per_user: most } = await readLimits(tx)
  const row = { ...service, owner_id: grant.on, settings: JSON.stringify(settings) }
  const made = await store.insertService(tx, row, most)
  if (made === null) throw new AppError('limit_reached', { message: `An account can have up to ${most} services.` })
  return made
}

/** Absent fields stay. @throws not_found, plan_limit when it is to run and no more may */
export async function updateService(
  db: Database,
  grant: Use,
  id: ServiceId,
  { settings, ...rest }: UpdateService,
): Promise<ServiceDetail> {
  const changes = { ...rest, settings: settings && JSON.stringify(settings) }
  const { status, second_reader_share: share = 0 } = rest
  if (share > 0 && grant.by.type === 'user' && grant.by.workspace === undefined)
    throw fieldError('second_reader_share', 'A second reader needs a workspace with other people in it.')
  await db.transaction().execute(async (tx) => {
    if (status === 'running') await checkStart(tx, grant.on, id)
    if (!(await store.updateService(tx, grant.on, id, changes))) throw new AppError('not_found')
  })
  return getService(db, grant, id)
}

/** A run in progress continues. */
async function checkStart(tx: Queryable, owner: UserId, id: ServiceId): Promise<void> {
  await lockOwner(tx, owner)
  const service = await store.findService(tx, owner, id)
  if (service !== null && service.status !== 'running') await checkRunning(tx, owner, service.agent_id)
}

/**
 * Pins the service to the version that is sold now. Schedules whose input does not fit it are switched off.
 * @param version the one the owner has looked at
 * @throws not_found, illegal_transition when that is not what is sold now
 */
export async function upgradeService(db: Database, grant: Use, id: ServiceId, version: number): Promise<ServiceDetail> {
  const service = await getService(db, grant, id)
  if (service.version.number >= version)
    throw new AppError('illegal_transition', {
      message: `This service already runs version ${service.version.number}.`,
    })
  await db.transaction().execute(async (tx) => {
    if (!(await store.upgradeService(tx, grant.on, id, version)))
      throw new AppError('illegal_transition', { message: `Version ${version} isn’t on sale. Reload the page.` })
    await recheckSchedules(tx, grant, id)
  })
  return getService(db, grant, id)
}

/** Its runs stay, and its channels are closed. @throws not_found */
export async function removeService(
  db: Database,
  grant: Use,
  id: ServiceId,
  prepareClosing: PrepareClosing,
): Promise<{ id: ServiceId }> {
  const close = await prepareClosing(grant, id)
  if (!(await store.deleteService(db, grant.on, id))) throw new AppError('not_found')
  await close()
  return { id }
}
