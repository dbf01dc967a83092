/** A document may name credentials of its owner only. */
import type { Problem } from '#contract/envelope.ts'
import { AppError } from '#contract/errors.ts'
import type { UserId } from '#contract/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Queryable } from '#server/database/database.ts'
import { namedSettings } from '#server/domain/workflows/named-settings.ts'
import { ownedAmong } from './credentials.store.ts'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Which credentials the nodes name, by the setting `credential` of `nodes/credential-field.ts`. */
const namedBy = (document: WorkflowDocument) => namedSettings(document, 'credential')

/**
 * Refuses a credential that is not the owner's, whether it is somebody else's or nobody's. What the document named `before` stays: a
 * credential that was deleted must not keep the rest from being edited.
 * @throws invalid_input with a problem `foreign_credential` per node
 */
export async function refuseForeignCredentials(
  db: Queryable,
  owner: UserId,
  document: WorkflowDocument,
  before: WorkflowDocument | null = null,
): Promise<void> {
  const kept = new Set(before ? namedBy(before).map(({ id }) => id) : [])
  const named = namedBy(document).filter(({ id }) => !kept.has(id))
  if (named.length === 0) return
  const ids = [...new Set(named.map(({ id }) => id))].filter((id) => UUID.test(id))
  const owned = await ownedAmong(db, owner, ids)
  const problems = named
    .filter(({ id }) => !owned.has(id))
    .map(
      ({ node, path }): Problem => ({
        message: 'There is no such credential. Choose one of your own.',
        field: `document.${node}.${path}`,
        code: 'foreign_credential',
      }),
    )
  if (problems.length > 0) throw new AppError('invalid_input', { problems: problems.slice(0, 20) })
}
