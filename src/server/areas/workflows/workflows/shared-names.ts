/**
 * Which of the owner's credentials and models a member may name. Earlier versions, the log of edits and other workflows show members more
 * ids than the owner lets them use, so an id alone is no right to what it names.
 */
import { AppError } from '#contract/core/errors.ts'
import type { UserId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { findModels } from '#server/areas/workflows/models/models.store.ts'
import { isId, type Named, namedSettings, refuseUnowned } from '#server/areas/workflows/steps/named-settings.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readDocument } from './document.ts'
import { findVersionToRepeat } from './versions.store.ts'

const credentialsIn = (document: WorkflowDocument): Named[] => namedSettings(document, 'credential')

/** Only what is an id: the operator's model of the configuration has a name, and a model server calls its models as it likes. */
const modelsIn = (document: WorkflowDocument): Named[] =>
  ['model', 'fallback_model'].flatMap((key) => namedSettings(document, key)).filter(({ id }) => isId(id))

const idsIn = (document: WorkflowDocument): string[] => {
  const ids = [...credentialsIn(document), ...modelsIn(document)].map(({ id }) => id)
  return [...new Set(ids)].filter(isId)
}

/**
 * What members may name: the ids in the document after the owner's last edit. What members have deleted since is among them, so that it
 * can be undone; what the owner took out is not.
 * @param kept as it is stored in `workflows.shared_ids`
 * @param before the document as it is stored
 */
export const sharedIds = (kept: readonly string[] | null, before: WorkflowDocument): string[] =>
  kept === null ? idsIn(before) : [...kept]

/** What a member may name as a model: those of the operator are for everyone. */
const withOperatorModels = async (db: Queryable, shared: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set([...shared, ...(await findModels(db, [])).map(({ id }) => id)])

/**
 * Refuses credentials and models that a member may not name in the workflow of another.
 * @param shared from `sharedIds`
 * @throws invalid_input with a problem `foreign_credential` or `foreign_model` per place
 */
export async function refuseUnshared(
  db: Queryable,
  shared: readonly string[],
  document: WorkflowDocument,
  before: WorkflowDocument,
): Promise<void> {
  await refuseUnowned(credentialsIn(document), credentialsIn(before), async () => new Set(shared), {
    code: 'foreign_credential',
    message: 'You can’t use this credential here. Choose one that this workflow uses, or ask its owner to add it.',
  })
  await refuseUnowned(modelsIn(document), modelsIn(before), () => withOperatorModels(db, shared), {
    code: 'foreign_model',
    message:
      'You can’t use this model here. Choose one of this installation, one that this workflow uses, or ask its owner to add it.',
  })
}

/**
 * Refuses to repeat a version for a member when the owner has taken a credential or model of it out of the workflow since: out of its
 * draft and of the version that runs in the owner's name.
 * @throws not_runnable
 */
export async function refuseTakenOut(db: Queryable, version: WorkflowVersionId, person: UserId): Promise<void> {
  const found = await findVersionToRepeat(db, version)
  if (!found || found.owner_id === person) return
  const shared = sharedIds(found.shared_ids, readDocument(found.draft))
  if (found.live !== null) shared.push(...idsIn(readDocument(found.live)))
  const usable = await withOperatorModels(db, shared)
  if (idsIn(readDocument(found.document)).every((id) => usable.has(id))) return
  throw new AppError('not_runnable', {
    message:
      'This version uses a credential or model that the owner has removed from the workflow. Run the workflow as it is now instead.',
  })
}
