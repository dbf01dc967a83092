/**
 * Finds the account for a person who arrives from Google or GitHub.
 *
 * 1. Their provider account is connected to one here: that one.
 * 2. No account here has their address: a new account, its address verified by the provider.
 * 3. An account here has it, verified, without a second factor: the same person; both are connected, and the owner is
 * told by mail.
 * 4. An account here has it otherwise: its creator may be waiting for the real owner, or its owner requires a second
 * factor.
 * Nothing is joined.
 * An address the provider has not verified never finds an account.
 */

import { EXTERNAL_NAMES, type ExternalProvider } from '#contract/accounts/external-providers.ts'
import { AppError } from '#contract/core/errors.ts'
import { say } from '#contract/phrases/phrases.ts'
import type { MailTexts } from '#server/gateways/identity/mail-texts.ts'
import type { Work } from '#server/gateways/identity-transaction.ts'
import type { ExternalProfile } from './external-client.ts'

interface Coming {
  provider: ExternalProvider
  profile: ExternalProfile
}

const connect = (tx: Work, userId: string, { provider, profile }: Coming) =>
  tx.rows(
    `insert into auth.account (id, "accountId", "providerId", "userId", "updatedAt") values ($1, $2, $3, $4, now())`,
    [crypto.randomUUID(), profile.account_id, provider, userId],
  )

async function ownerOf(tx: Work, { provider, profile }: Coming): Promise<string | null> {
  const [found] = await tx.rows<{ userId: string }>(
    'select "userId" from auth.account where "providerId" = $1 and "accountId" = $2',
    [provider, profile.account_id],
  )
  return found?.userId ?? null
}

const wordsOf = (provider: ExternalProvider) =>
  say('{provider} was connected to your account and can sign in to it from now on.', {
    provider: EXTERNAL_NAMES[provider],
  })

/**
 * @returns the subject to sign in
 * @throws external_email, link_first, sign_up_closed, invitation_needed
 */
export async function admitExternal(tx: Work, coming: Coming, texts: MailTexts): Promise<string> {
  const known = await ownerOf(tx, coming)
  if (known !== null) return known
  const { provider, profile } = coming
  const name = EXTERNAL_NAMES[provider]
  const email = profile.verified_email
  if (email === null)
    throw new AppError('external_email', {
      message: `${name} has not verified an email address of this account. Verify it there, or sign up with email and password.`,
    })
  const [owner] = await tx.rows<{ id: string; joinable: boolean }>(
    `select id, "emailVerified" and not coalesce("twoFactorEnabled", false) as joinable
     from auth."user" where email = $1 for update`,
    [email],
  )
  if (owner && !owner.joinable)
    throw new AppError('link_first', {
      message: `An account with this email address exists. Sign in to it first and connect ${name} in the settings.`,
    })
  if (owner) {
    await connect(tx, owner.id, coming)
    await tx.mail({ to: email, ...texts.way(wordsOf(provider)) })
    return owner.id
  }
  const id = crypto.randomUUID()
  const shown = profile.name
    ?.replace(/\p{Cc}/gu, '')
    .trim()
    .toWellFormed()
    .slice(0, 120)
  const named = shown || email.split('@')[0] || email
  await tx.rows('insert into auth."user" (id, name, email, "emailVerified") values ($1, $2, $3, true)', [
    id,
    named,
    email,
  ])
  await connect(tx, id, coming)
  await tx.createUser({ subject: id, email, name: named, proof: 'address', language: null })
  return id
}

/** Connects a provider account to the account here that asked for it. @throws external_taken, already_exists */
export async function connectExternal(tx: Work, userId: string, coming: Coming, texts: MailTexts): Promise<void> {
  const name = EXTERNAL_NAMES[coming.provider]
  const [account] = await tx.rows<{ email: string }>('select email from auth."user" where id = $1 for update', [userId])
  if (!account) throw new AppError('unauthenticated')
  const owner = await ownerOf(tx, coming)
  if (owner === userId) return
  if (owner !== null)
    throw new AppError('external_taken', {
      message: `This ${name} account is connected to another account here. Disconnect it there first.`,
    })
  const [other] = await tx.rows('select 1 from auth.account where "userId" = $1 and "providerId" = $2', [
    userId,
    coming.provider,
  ])
  if (other)
    throw new AppError('external_taken', {
      message: `Another ${name} account is connected already. Disconnect it first.`,
    })
  await connect(tx, userId, coming)
  await tx.mail({ to: account.email, ...texts.way(wordsOf(coming.provider)) })
}
