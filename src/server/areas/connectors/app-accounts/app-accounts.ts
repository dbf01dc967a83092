/** The verbs of accounts at apps: made, changed and tried out with what the app asks for. */

import type { Credential, CredentialId } from '#contract/accounts/credentials.ts'
import type { AccountBody } from '#contract/connectors/integrations.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { ActionsPort } from '#nodes/ports.ts'
import {
  type CredentialParts,
  findOwnedCredentials,
  keepCredential,
  replaceCredential,
} from '#server/areas/accounts/accounts.ts'
import { directCaller } from '#server/areas/connectors/actions/direct-caller.ts'
import { findApp } from '#server/areas/connectors/apps/apps.ts'
import type { ConnectorHead, FindApp } from '#server/areas/connectors/catalogue/app.ts'
import { checkAccount, type Registered } from '#server/areas/connectors/sign-in/sign-in.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'

type Own = Grant<'user.own', UserId>

export interface AccountParts {
  db: Database
  credentials: CredentialParts
  find: FindApp
  registered: () => Promise<Registered>
  actions: ActionsPort
}

const TESTS_AN_HOUR = 60

const checked = async (
  { registered, credentials }: AccountParts,
  connector: ConnectorHead,
  { sign_in, fields }: AccountBody,
) => checkAccount(connector, sign_in, fields, await registered(), new Set(credentials.allow))

/** @throws not_found, invalid_input with the fields, limit_reached at 100 credentials */
export async function createAccount(
  parts: AccountParts,
  grant: Own,
  id: string,
  body: AccountBody,
): Promise<Credential> {
  const { head: connector } = await findApp(parts, grant.on, id)
  const account = await checked(parts, connector, body)
  const { db, credentials } = parts
  return keepCredential(db, credentials, grant, { type: 'app_account', connector: id, name: body.name, ...account })
}

/** @throws not_found (also for a foreign one), invalid_input with the fields */
export async function replaceAccount(
  parts: AccountParts,
  grant: Own,
  { id, account, body }: { id: string; account: CredentialId; body: AccountBody },
): Promise<Credential> {
  const { head: connector } = await findApp(parts, grant.on, id)
  const given = await checked(parts, connector, body)
  const { db, credentials } = parts
  return replaceCredential(db, credentials, grant, account, { connector: id, name: body.name, ...given })
}

/** Asks the app for something small. @throws not_found (also for a foreign one), not_testable, too_many_requests */
export async function testAccount(
  { db, find, actions }: AccountParts,
  grant: Own,
  { id, account }: { id: string; account: CredentialId },
  signal: AbortSignal,
): Promise<{ works: boolean; message: string }> {
  const { head: connector } = await findApp({ find }, grant.on, id)
  if (!(await findOwnedCredentials(db, grant.on, [account])).has(account)) throw new AppError('not_found')
  const action = connector.test_action
  if (action === undefined)
    throw new AppError('not_testable', {
      message: `${connector.name} has nothing that could be asked without changing something.`,
    })
  await enforceRateLimit(db, [rateLimitFor('credential-test', { key: grant.on, shared: false }, TESTS_AN_HOUR)])
  try {
    const answer = await actions.run(
      { integration: id, action, input: {}, credential: account, all_pages: false },
      directCaller(grant.on),
      signal,
    )
    return answer.type === 'later'
      ? { works: false, message: answer.message }
      : { works: true, message: `${connector.name} accepts the account.` }
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    return { works: false, message: error.message }
  }
}
