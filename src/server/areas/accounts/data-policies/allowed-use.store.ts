/** The SQL of what the data policy of an account allows to be used in it. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

export interface AllowedUse {
  /** Ids of AI models and of apps; null: all. */
  models: readonly string[] | null
  apps: readonly string[] | null
  /** Countries that may process data; null: all. */
  countries: readonly string[] | null
  /** With countries: also models and apps of which nobody has said where they process data. */
  unknown_models: boolean
  unknown_apps: boolean
}

const ALL: AllowedUse = { models: null, apps: null, countries: null, unknown_models: false, unknown_apps: false }

/** Read at every use, so that a change takes effect at once. @param account null for a visitor */
export async function findAllowedUse(db: Queryable, account: string | null): Promise<AllowedUse> {
  if (account === null) return ALL
  const { rows } = await sql<AllowedUse>`
    select models, apps, countries, unknown_models, unknown_apps from data_policies where account_id = ${account}`.execute(
    db,
  )
  return rows[0] ?? ALL
}

export const isAllowed = (allowed: readonly string[] | null, id: string): boolean =>
  allowed === null || allowed.includes(id)
