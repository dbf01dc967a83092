/**
 * What a fresh install holds: categories, the house seller, the first-party agents and a starter code table. Runs at every
 * start and does nothing when nothing changed; a changed agent becomes its next version, so running services stay pinned.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import { hcpcsCode, parseCodesTsv } from '#nodes/lib/clinical/code-import.ts'
import type { CodeSystem } from '#nodes/ports.ts'
import { HOUSE_SELLER } from '#server/areas/accounts/users/house-seller.ts'
import { findTable } from '#server/areas/agents/codes/codes.store.ts'
import { importCodes } from '#server/areas/agents/codes/codes.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import type { FirstPartyAgent } from './agents/agent.ts'
import { FIRST_PARTY_AGENTS } from './agents/all.ts'
import { seedAgent } from './agents/seed-agent.ts'
import { CATEGORIES } from './catalogue-rows.ts'

/** Serialises seeding processes. */
const STARTER = 'starter table of Chowk'

/** @returns what was written, for the log: `agent icd10-coder v1` */
export async function seed(db: Database, agents: readonly FirstPartyAgent[] = FIRST_PARTY_AGENTS): Promise<string[]> {
  const done = (await seedStarterCodes(db, 'icd10cm')) ? ['starter ICD-10-CM codes'] : []
  if (await seedStarterCodes(db, 'hcpcs')) done.push('starter HCPCS codes')
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.seed})`.execute(tx)
    await seedCategories(tx)
    const seller = await seedHouseSeller(tx)
    for (const agent of agents) {
      const number = await seedAgent(tx, seller, agent)
      if (number !== null) done.push(`agent ${agent.slug} v${number}`)
    }
  })
  return done
}

async function seedCategories(db: Queryable): Promise<void> {
  await db
    .insertInto('categories')
    .values(CATEGORIES.map((category, position) => ({ ...category, position })))
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}

async function seedHouseSeller(db: Queryable): Promise<UserId> {
  const { id } = await db
    .insertInto('users')
    .values({ ...HOUSE_SELLER, role: 'seller', is_verified: true })
    .onConflict((conflict) => conflict.column('firebase_uid').doUpdateSet({ display_name: HOUSE_SELLER.display_name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The starter table gives way to an imported release and never replaces one. */
async function seedStarterCodes(db: Database, system: CodeSystem): Promise<boolean> {
  const installed = await findTable(db, system)
  if (installed && installed.source !== STARTER) return false
  const text = readFileSync(join(import.meta.dirname, `${system}-starter.tsv`), 'utf8')
  const codes = system === 'hcpcs' ? parseCodesTsv(text, hcpcsCode) : parseCodesTsv(text)
  return (await importCodes(db, system, { source: STARTER, codes })).written
}
