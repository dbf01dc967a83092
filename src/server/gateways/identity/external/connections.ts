/** The ways into one account: what it has, what can be removed, a password where there is none. */

import { Connections } from '#contract/accounts/connections.ts'
import { EXTERNAL_NAMES, EXTERNAL_PROVIDERS } from '#contract/accounts/external-providers.ts'
import { allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import { type Phrase, say } from '#contract/phrases/phrases.ts'
import { setPassword } from '#server/gateways/identity/account-recovery.ts'
import { requireFreshSession, requireHolder } from '#server/gateways/identity/holder.ts'
import { deleteLinks } from '#server/gateways/identity/mail-links.ts'
import type { Parts } from '#server/gateways/identity/parts.ts'
import { refuseForeign } from '#server/gateways/identity/provider-call.ts'
import type { Accounts } from '#server/gateways/identity.ts'
import type { Work } from '#server/gateways/identity-transaction.ts'
import { externalSignInMethods } from './external.ts'

type ConnectionVerbs = 'connections' | 'disconnect' | 'setPassword'
type Way = Connections['ways'][number]['way']

const endOf = (way: Way): Phrase =>
  way === 'password'
    ? say('The password no longer signs in to your account.')
    : say('{way} no longer signs in to your account.', { way: EXTERNAL_NAMES[way] })
const LAST = 'This is the only way into your account. Add another one first.'
const stored = (way: Way) => (way === 'password' ? 'credential' : way)

interface Entry {
  provider: string
  since: Date
}

const WAYS = `
  select "providerId" as provider, "createdAt" as since from auth.account
  where "userId" = $1 and ("providerId" <> 'credential' or password is not null)
  union all select 'passkey', "createdAt" from auth.passkey where "userId" = $1`

/** How the account can be entered. Of one provider there is at most one. */
const entriesOf = (tx: Work, userId: string): Promise<Entry[]> => tx.rows<Entry>(WAYS, [userId])

/** One at a time, so that two removals cannot take the last two ways. */
async function remove(tx: Work, userId: string, way: Way, parts: Parts): Promise<void> {
  const [account] = await tx.rows<{ email: string }>('select email from auth."user" where id = $1 for update', [userId])
  const entries = await entriesOf(tx, userId)
  if (!account || !entries.some(({ provider }) => provider === stored(way))) throw new AppError('not_found')
  if (entries.every(({ provider }) => provider === stored(way)))
    throw new AppError('illegal_transition', { message: LAST })
  await tx.rows('delete from auth.account where "userId" = $1 and "providerId" = $2', [userId, stored(way)])
  if (way === 'password') await deleteLinks(tx, userId, 'reset')
  await tx.mail({ to: account.email, ...parts.texts.way(endOf(way)) })
}

export function createConnections(parts: Parts): Pick<Accounts, ConnectionVerbs> {
  const { call, options, hash, texts } = parts
  const { pool, publicUrl, transact } = options
  const offers = externalSignInMethods(options.external)
  return {
    async connections(client) {
      const { user } = await requireHolder(call, client)
      const entries = await transact((tx) => entriesOf(tx, user.id))
      const ways = [...EXTERNAL_PROVIDERS, 'password' as const].map((way) => {
        const entry = entries.find(({ provider }) => provider === stored(way))
        const reason = way === 'password' ? null : offers[way].reason
        const isLast = entries.every(({ provider }) => provider === stored(way))
        return {
          way,
          connected: entry !== undefined,
          connected_at: entry?.since.toISOString() ?? null,
          can_connect: reason === null ? allowed : refusedAbility(reason),
          can_disconnect: isLast ? refusedAbility(LAST) : allowed,
        }
      })
      return { data: Connections.parse({ ways }), cookies: [] }
    },
    async disconnect(way, client) {
      refuseForeign(client, publicUrl)
      const { user, session } = await requireHolder(call, client)
      await requireFreshSession(pool, session.id)
      await transact((tx) => remove(tx, user.id, way, parts))
      return { data: null, cookies: [] }
    },
    async setPassword(new_password, client) {
      refuseForeign(client, publicUrl)
      const { user, session } = await requireHolder(call, client)
      await requireFreshSession(pool, session.id)
      const password = await hash(new_password)
      await transact(async (tx) => {
        await tx.rows('select 1 from auth."user" where id = $1 for update', [user.id])
        const entries = await entriesOf(tx, user.id)
        if (entries.some(({ provider }) => provider === 'credential'))
          throw new AppError('already_exists', { message: 'This account has a password. Change it instead.' })
        await setPassword(tx, user.id, password)
        await tx.mail({
          to: user.email,
          ...texts.way(say('A password was set for your account and can sign in to it.')),
        })
      })
      return { data: null, cookies: [] }
    },
  }
}
