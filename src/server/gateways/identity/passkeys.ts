/** The passkeys of an account: made, named, taken away, and signed in with. */
import { z } from 'zod'
import type { Passkey } from '#contract/accounts/passkeys.ts'
import { MOST_PASSKEYS } from '#contract/accounts/two-factor-values.ts'
import { AppError } from '#contract/core/errors.ts'
import { JsonObject } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import type { Accounts, AuthClient } from '#server/gateways/identity.ts'
import type { Work } from '#server/gateways/identity-transaction.ts'
import { rateBucket } from './allowed.ts'
import { requireActingHolder, requireFreshSession, requireHolder, requireProof, withoutSession } from './holder.ts'
import type { Parts } from './parts.ts'
import { accountOf, WithUser } from './provider-call.ts'

interface Row {
  id: string
  name: string | null
  created_at: Date | null
  last_used_at: Date | null
  synced: boolean
}

const COLUMNS = 'id, name, "createdAt" as created_at, "lastUsedAt" as last_used_at, "backedUp" as synced'
const listOf = (tx: Work, userId: string) =>
  tx.rows<Row>(`select ${COLUMNS} from auth.passkey where "userId" = $1 order by "createdAt", id`, [userId])
const present = ({ id, name, created_at, last_used_at, synced }: Row): Passkey => ({
  id,
  name: name ?? 'Passkey',
  created_at: created_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
  synced,
})

const OTHER_WAYS = `
  select 1 from auth.account where "userId" = $1 and ("providerId" <> 'credential' or password is not null)
  union all select 1 from auth.passkey where "userId" = $1 and id <> $2 limit 1`

/** One at a time, so that two removals cannot take the last two ways in. */
async function remove(tx: Work, userId: string, id: string, { texts }: Parts): Promise<void> {
  const [account] = await tx.rows<{ email: string }>('select email from auth."user" where id = $1 for update', [userId])
  const [found] = await tx.rows('select 1 from auth.passkey where id = $1 and "userId" = $2', [id, userId])
  if (!account || !found) throw new AppError('not_found')
  const [other] = await tx.rows(OTHER_WAYS, [userId, id])
  if (!other)
    throw new AppError('illegal_transition', {
      message: 'This is the only way into your account. Add another one first.',
    })
  await tx.rows('delete from auth.passkey where id = $1', [id])
  await tx.mail({ to: account.email, ...texts.way(say('A passkey no longer signs in to your account.')) })
}

type OwnVerbs = 'passkeys' | 'startPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'

/** What the holder of a session does with their passkeys. */
export function ownPasskeys(parts: Parts): Pick<Accounts, OwnVerbs> {
  const { call, options, texts } = parts
  const { pool, transact } = options
  /** The holder, recently signed in, with room for one more. */
  const adding = async (client: AuthClient) => {
    const holder = await requireActingHolder(parts, client)
    await requireFreshSession(pool, holder.session.id)
    await requireProof(parts, holder)
    const kept = await transact((tx) => listOf(tx, holder.user.id))
    if (kept.length < MOST_PASSKEYS) return holder
    throw new AppError('limit_reached', {
      message: `An account has at most ${MOST_PASSKEYS} passkeys. Remove one first.`,
    })
  }
  return {
    async passkeys(client) {
      const { user } = await requireHolder(call, client)
      return { data: (await transact((tx) => listOf(tx, user.id))).map(present), cookies: [] }
    },
    async startPasskey(client) {
      await adding(client)
      const { body, cookies } = await call('GET', '/passkey/generate-register-options', client)
      return { data: JsonObject.parse(body), cookies }
    },
    async addPasskey({ name, credential }, client) {
      const { user, session } = await adding(client)
      const { body, cookies } = await call('POST', '/passkey/verify-registration', client, {
        name,
        response: credential,
      })
      const { id } = z.object({ id: z.string() }).parse(body)
      const made = await transact(async (tx) => {
        // Using the passkey just now is as strong a proof as signing in with it.
        await tx.rows(`update auth.session set "provenBy" = 'passkey' where id = $1`, [session.id])
        await tx.mail({
          to: user.email,
          ...texts.way(say('A passkey was added to your account and can sign in to it.')),
        })
        return (await listOf(tx, user.id)).find((row) => row.id === id)
      })
      if (!made) throw new AppError('not_found')
      return { data: present(made), cookies }
    },
    async renamePasskey({ id, name }, client) {
      const { user } = await requireActingHolder(parts, client)
      const renamed = await transact((tx) =>
        tx.rows('update auth.passkey set name = $3 where id = $1 and "userId" = $2 returning 1', [id, user.id, name]),
      )
      if (renamed.length === 0) throw new AppError('not_found')
      return { data: null, cookies: [] }
    },
    async removePasskey(id, client) {
      const holder = await requireActingHolder(parts, client)
      await requireFreshSession(pool, holder.session.id)
      await requireProof(parts, holder)
      await transact((tx) => remove(tx, holder.user.id, id, parts))
      return { data: null, cookies: [] }
    },
  }
}

const Options = z.looseObject({ challenge: z.string() })

/** Signing in with a passkey. Which account it is, the passkey says; one answer for everything that is wrong with it. */
export function createPasskeyEntrance(parts: Parts): Pick<Accounts, 'startPasskeySignIn' | 'signInWithPasskey'> {
  const { call, throttle, devices, options } = parts
  return {
    async startPasskeySignIn(client) {
      const guest = withoutSession(client)
      const { body, cookies } = await call('GET', '/passkey/generate-authenticate-options', guest)
      return { data: JsonObject.parse({ ...Options.parse(body), userVerification: 'required' }), cookies }
    },
    async signInWithPasskey({ credential }, client) {
      const buckets = [rateBucket('passkey_address', client.ip)]
      await throttle.attempt(buckets)
      const guest = withoutSession(client)
      const { body, cookies } = await call('POST', '/passkey/verify-authentication', guest, {
        response: credential,
      }).catch((error: unknown) => {
        const refusal = error instanceof AppError && error.status < 500 && error.code !== 'forbidden'
        throw refusal ? new AppError('passkey_refused') : error
      })
      await throttle.forgive(buckets)
      await options.pool.query('update auth.passkey set "lastUsedAt" = now() where "credentialID" = $1', [
        credential.id,
      ])
      const account = accountOf(WithUser.parse(body).user)
      const known = devices.recognise(client.cookie, account.email)
      return { data: account, cookies: known ? cookies : [...cookies, devices.remember(account.email)] }
    },
  }
}
