/** What a transfer would do, and why it can't be done now. Asked by who chooses, and once more in the transaction that moves. */
import { TRANSFERS, type TransferRefusal } from '#contract/accounts/transfer-values.ts'
import type { NamedThing, TransferPreview, TransferThing } from '#contract/accounts/transfers.ts'
import { permissionsOf, type Role } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { findAllowedUse, findMissingIdentity, isAllowed, refusedCountry } from '#server/areas/accounts/accounts.ts'
import { findPlanUse } from '#server/areas/billing/billing.ts'
import { findForbiddenUse, readDocument } from '#server/areas/workflows/workflows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findFull } from './account-limits.ts'
import { findLeftWithout, findNamed, findRuns, findUsed } from './contents.store.ts'
import { type Contents, countContents, findContents, sortByKind } from './contents.ts'
import * as facts from './facts.store.ts'

export interface Plan {
  from: UserId
  to: UserId
  things: readonly TransferThing[]
  move_secrets: boolean
  /** The offer that is being answered, if one is. */
  offer: string | null
}

export interface Found {
  contents: Contents
  moves: NamedThing[]
  /** Empty beyond what may move at once: it is refused then. */
  runs: string[]
  refusals: TransferPreview['refusals']
}

const refusal = (code: TransferRefusal, count = 1, name: string | null = null) => ({ code, name, count })

/** What the plan of the new account and the role of it don't allow. */
async function findLimits(db: Queryable, { to }: Plan, { contents, runs }: Pick<Found, 'contents' | 'runs'>) {
  const found: TransferPreview['refusals'] = []
  const [target, { limits, usage }] = await Promise.all([facts.findTarget(db, to), findPlanUse(db, to)])
  const permissions = target === null ? [] : permissionsOf(target.role as Role)
  const { listed, paid } = await facts.countListings(db, contents.agent)
  const needs = listed > 0 ? ('agents.create' as const) : ('workflows.create' as const)
  if (paid > 0 && (await findMissingIdentity(db, to)).length > 0) found.push(refusal('seller_details', paid))
  if (contents.workflow.length > 0 && !permissions.includes(needs)) found.push(refusal('role_too_low'))
  const services = contents.service.length
  if (services > 0 && limits.services !== null && usage.services + services > limits.services)
    found.push(refusal('plan_limit', limits.services, 'services'))
  for (const { name, limit } of await findFull(db, to, contents)) found.push(refusal('account_limit', limit, name))
  const bytes = await facts.sumBytes(db, runs, contents.knowledge_base)
  if (bytes > 0 && limits.storage_bytes !== null && usage.storage_bytes + bytes > limits.storage_bytes)
    found.push(refusal('plan_limit', limits.storage_bytes, 'storage_bytes'))
  return found
}

/** @throws not_found for what the account doesn't own */
export async function findMove(db: Queryable, plan: Plan): Promise<Found> {
  const { from, to, things, offer } = plan
  const owned = await findNamed(db, from, sortByKind(things))
  if (owned.length < countContents(sortByKind(things))) throw new AppError('not_found')
  const { contents, moves } = await findContents(db, from, things)
  const all = await findRuns(db, from, contents)
  const runs = all.length > TRANSFERS.runs ? [] : all
  const refusals = [
    ...(all.length > TRANSFERS.runs ? [refusal('too_large', TRANSFERS.runs, 'runs')] : []),
    ...(countContents(contents) > TRANSFERS.moves ? [refusal('too_large', TRANSFERS.moves, 'things')] : []),
    ...(await facts.findRefusals(db, { from, to, offer }, { contents, runs })),
    ...(await findLimits(db, plan, { contents, runs })),
  ]
  return { contents, moves, runs, refusals }
}

async function findPolicies(
  db: Queryable,
  { to }: Plan,
  { contents, runs }: Found,
): Promise<TransferPreview['policies']> {
  const found: TransferPreview['policies'] = []
  const days = (await facts.findTarget(db, to))?.runs_days ?? null
  const older = days === null ? 0 : await facts.countOlder(db, runs, days)
  if (older > 0) found.push({ policy: 'runs_deleted', count: older, days })
  const documents = await facts.findDocuments(db, contents.workflow)
  const problems = (
    await Promise.all(documents.map((document) => findForbiddenUse({ db }, to, readDocument(document))))
  ).flat()
  for (const policy of ['model_not_allowed', 'app_not_allowed', 'country_not_allowed'] as const) {
    const count = problems.filter(({ code }) => code === policy).length
    if (count > 0) found.push({ policy, count, days: null })
  }
  return [...found, ...(await findForbidden(db, to, contents))]
}

/** Models and apps that move and that the policy of the new account doesn't allow, whether or not a step names them. */
async function findForbidden(
  db: Queryable,
  to: UserId,
  { model, imported_app, mcp_server }: Contents,
): Promise<TransferPreview['policies']> {
  const use = await findAllowedUse(db, to)
  const models = (await facts.findCountriesOf(db, model)).filter(
    ({ id, country }) => !isAllowed(use.models, id) || refusedCountry(use, 'model', country) !== null,
  )
  const apps = [...imported_app.map((id) => `api-${id}`), ...mcp_server.map((id) => `mcp-${id}`)].filter(
    (id) => !isAllowed(use.apps, id) || refusedCountry(use, 'app', null) !== null,
  )
  return [
    ...(models.length > 0 ? [{ policy: 'models_forbidden' as const, count: models.length, days: null }] : []),
    ...(apps.length > 0 ? [{ policy: 'apps_forbidden' as const, count: apps.length, days: null }] : []),
  ]
}

/** @throws not_found */
export async function previewMove(
  db: Queryable,
  plan: Plan,
  target: Pick<TransferPreview, 'to' | 'is_direct'>,
): Promise<TransferPreview> {
  const found = await findMove(db, plan)
  const { from, move_secrets } = plan
  const { contents, moves, runs, refusals } = found
  const [counts, choices, left_without, effects, policies] = await Promise.all([
    facts.countHistory(db, from, contents, runs),
    findUsed(db, from, contents),
    findLeftWithout(db, from, contents),
    facts.countEffects(db, from, { contents, runs, move_secrets }),
    findPolicies(db, plan, found),
  ])
  return {
    ...target,
    moves,
    counts: { ...counts, runs: runs.length },
    choices,
    left_without,
    effects,
    policies,
    refusals,
  }
}
