/** A document may name credentials of its owner only. */
import type { UserId } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { findOwnedCredentials } from '#server/areas/accounts/accounts.ts'
import { namedSettings, refuseUnowned } from '#server/areas/workflows/steps/named-settings.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Which credentials the nodes name, by the setting `credential` of `nodes/credential-field.ts`. */
const namedBy = (document: WorkflowDocument) => namedSettings(document, 'credential')

/**
 * Refuses a credential that is not the owner's, whether it belongs to another user or to none.
 * @throws invalid_input with a problem `foreign_credential` per place
 */
export const refuseForeignCredentials = (
  db: Queryable,
  owner: UserId,
  document: WorkflowDocument,
  before: WorkflowDocument | null = null,
): Promise<void> =>
  refuseUnowned(namedBy(document), before ? namedBy(before) : [], (ids) => findOwnedCredentials(db, owner, ids), {
    code: 'foreign_credential',
    message: 'This credential doesn’t exist. Choose one of your own.',
  })
