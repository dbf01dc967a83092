/** Who may see, run and deploy an agent. The only place that mints grants on agents. */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { AgentVersionId, UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import { presentListing } from './agents.present.ts'
import type { DetailRow } from './agents.store.ts'

/** An agent whose current version is open. */
export type OpenAgent = DetailRow & { version_id: AgentVersionId; number: number }

export type SeeGrant = Grant<'agent.see', DetailRow>
export type MakeGrant = Grant<'agent.make', UserId>

/** @throws unauthenticated, forbidden */
export function mayMakeAgents(caller: Caller): MakeGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('agents.create')) throw new AppError('forbidden')
  return mint('agent.make', caller, caller.id)
}

export type TuneGrant = Grant<'search.tune', UserId>

/** Users who manage agents edit synonyms. @throws unauthenticated, forbidden */
export function mayTuneSearch(caller: Caller): TuneGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('admin.agents.manage')) throw new AppError('forbidden')
  return mint('search.tune', caller, caller.id)
}

/** A deprecated one keeps working for its users. */
const isPublic = (status: string): boolean => status === 'published' || status === 'deprecated'

/** Published agents are public; others are visible to their seller and to agent managers. @throws not_found */
export function maySeeAgent(caller: Caller, agent: DetailRow | null): SeeGrant {
  if (agent === null) throw new AppError('not_found')
  const open = isPublic(agent.status) && agent.version_id !== null
  const own = caller.type === 'user' && (caller.id === agent.seller_id || caller.permissions.has('admin.agents.manage'))
  if (!open && !own) throw new AppError('not_found')
  return mint('agent.see', caller, agent)
}

/** The workflow is public if its seller says so. @throws not_found, for a closed one as for a missing one */
export function maySeeWorkflow(caller: Caller, agent: DetailRow | null): Grant<'agent.workflow.see', OpenAgent> {
  const { on: seen } = maySeeAgent(caller, agent)
  const { version_id, number } = seen
  if (version_id === null || number === null || !presentListing(seen.listing).workflow_open)
    throw new AppError('not_found')
  return mint('agent.workflow.see', caller, { ...seen, version_id, number })
}

/** Whether the settings of its steps may be seen, where its steps may: of the house's agents, and of one's own. */
export const areSettingsVisible = (caller: Caller, agent: Pick<DetailRow, 'first_party' | 'seller_id'>): boolean =>
  agent.first_party || (caller.type === 'user' && caller.id === agent.seller_id)

/** @throws not_found, for one whose settings stay with the seller as for a missing one */
export function maySeeDocument(caller: Caller, agent: DetailRow | null): Grant<'agent.document.see', OpenAgent> {
  const { on: seen } = maySeeWorkflow(caller, agent)
  if (!areSettingsVisible(caller, seen)) throw new AppError('not_found')
  return mint('agent.document.see', caller, seen)
}

/** A blocked seller's agents read as suspended. */
export const SUSPENDED = 'This agent is not available: the marketplace has suspended it or its seller.'

/** Whether it is paid for is asked when it is run. */
export function runAbility(agent: Pick<DetailRow, 'status' | 'version_id'>): Ability {
  if (agent.version_id === null) return refusedAbility('This agent has no version yet.')
  if (agent.status === 'suspended') return refusedAbility(SUSPENDED)
  if (!isPublic(agent.status)) return refusedAbility('This agent is not published.')
  return allowed
}

export function deployAbility(caller: Caller, agent: DetailRow): Ability {
  if (caller.type === 'visitor') return refusedAbility('Sign in to add this agent to your services.')
  if (!caller.permissions.has('pods.create.subscribed_agent')) return refusedAbility('Your role can’t have services.')
  if (agent.status === 'deprecated') return refusedAbility('The seller has deprecated this agent. It’s no longer sold.')
  return runAbility(agent)
}

/** @throws not_found when it may not even be seen, not_runnable with the reason */
export function mayRunAgent(caller: Caller, agent: DetailRow | null): Grant<'agent.run', DetailRow> {
  const seen = maySeeAgent(caller, agent).on
  const ability = runAbility(seen)
  if (!ability.allowed) throw new AppError('not_runnable', { message: ability.reason ?? undefined })
  return mint('agent.run', caller, seen)
}

/** @throws not_found, not_runnable with the reason */
export function mayDeployAgent(caller: Caller, agent: DetailRow | null): Grant<'agent.deploy', DetailRow> {
  const seen = maySeeAgent(caller, agent).on
  const ability = deployAbility(caller, seen)
  if (!ability.allowed) throw new AppError('not_runnable', { message: ability.reason ?? undefined })
  return mint('agent.deploy', caller, seen)
}
