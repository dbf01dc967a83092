/** The statements of second factors, on the tables of better-auth. */
import type { Pool } from 'pg'
import type { Work } from '#server/gateways/identity-transaction.ts'

export interface TwoFactorRow {
  /** As it was encrypted. */
  secret: string
  verified: boolean
  backup_codes_left: number
}

export async function findTwoFactor(pool: Pool, userId: string): Promise<TwoFactorRow | null> {
  const { rows } = await pool.query<TwoFactorRow>(
    `select secret, verified, jsonb_array_length("backupCodes"::jsonb) as backup_codes_left
     from auth."twoFactor" where "userId" = $1`,
    [userId],
  )
  return rows[0] ?? null
}

/** Takes a time step once: of two that bring the same code, at whatever process, one is late. */
export async function claimStep(pool: Pool, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update auth."twoFactor" set "lastStep" = $2 where "userId" = $1 and "lastStep" < $2`,
    [userId, step],
  )
  return rowCount === 1
}

/** Sign-ins that wait for their second step: the first was taken with the former password. */
export const endWaitingSignIns = (tx: Work, userId: string): Promise<unknown> =>
  tx.rows(`delete from auth.verification where value = $1 and identifier not like 'trust-device-%'`, [userId])

export const forgetTrustedBrowsers = (tx: Work, userId: string): Promise<unknown> =>
  tx.rows(`delete from auth.verification where value = $1 and identifier like 'trust-device-%'`, [userId])

/** Whether the account has a second factor or a passkey that this session was not opened with. */
export async function sessionLacksProof(pool: Pool, userId: string, sessionId: string): Promise<boolean> {
  const { rows } = await pool.query<{ lacks: boolean }>(
    `select not auth.session_is_strong($2) and (exists (select from auth.passkey where "userId" = $1)
       or exists (select from auth."twoFactor" where "userId" = $1 and verified)) as lacks`,
    [userId, sessionId],
  )
  return rows[0]?.lacks ?? false
}

/** Migration 0044 says what counts. */
export async function hasProvedSecondFactor(pool: Pool, sessionId: string): Promise<boolean> {
  const { rows } = await pool.query<{ strong: boolean }>('select auth.session_is_strong($1) as strong', [sessionId])
  return rows[0]?.strong ?? false
}
