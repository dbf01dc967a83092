/** Whether the models and model settings of the person who runs a workflow count in its steps. */
import type { AgentVersionId, UserId } from '#contract/core/primitives.ts'
import type { RunAs } from '#nodes/ports.ts'
import { storedActsForAuthor } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findSoldVersion, findVersionDocument, isEditorOf } from './needs.store.ts'

/** Versions never change: whether one acts for its author is read once. */
const known = new Map<string, boolean>()
const MOST_KNOWN = 10_000

async function versionActs(db: Queryable, version: string): Promise<boolean> {
  const remembered = known.get(version)
  if (remembered !== undefined) return remembered
  const acts = storedActsForAuthor((await findVersionDocument(db, version))?.document)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(version, acts)
  return acts
}

/** Said only where the person's own model would be asked instead. */
export const OR_YOUR_OWN = ', or use a model of your own (Settings, Models)'

/**
 * Whether an agent may use the models of any runner. A model's server reads the prompts and the data between the steps,
 * so the steps must be open; its answers may be forged, so no step may act in the seller's name.
 */
async function isForAnyModel(db: Queryable, sold: { version: string; open: boolean } | null): Promise<boolean> {
  return sold?.open === true && !(await versionActs(db, sold.version))
}

/**
 * Checked before each call of a model, so that removed rights apply to runs in progress. The owner of a workflow, and
 * an editor whose role builds, control its behaviour anyway; models of all others are used only in agents that allow
 * any model.
 */
export async function mayAskOwnModels(
  db: Queryable,
  { owner, author, version, agent_version }: RunAs,
): Promise<boolean> {
  if (!('user_id' in owner)) return false
  if (version === null || owner.user_id === author) return true
  if (await isEditorOf(db, version, owner.user_id as UserId)) return true
  return agent_version ? isForAnyModel(db, await findSoldVersion(db, agent_version as AgentVersionId)) : false
}

/** The same before a run of an agent version, as its page says it. Null is a visitor, who is told what an account would have. */
export async function isRunnersModelUsed(
  db: Queryable,
  agent_version: AgentVersionId,
  person: UserId | null,
): Promise<boolean> {
  const sold = await findSoldVersion(db, agent_version)
  if (await isForAnyModel(db, sold)) return true
  return sold !== null && person !== null && isEditorOf(db, sold.version, person)
}
