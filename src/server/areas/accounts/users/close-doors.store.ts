/**
 * SQL that closes all other ways into or out of an account when the owner of its mailbox takes it over: a stranger may
 * have created the account and prepared it. Workflows, runs and files stay; everything that starts automatically waits
 * for the owner.
 */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'

const ownWorkflows = (id: UserId) => sql`(select w.id from workflows w where w.owner_id = ${id})`
const ownServices = (id: UserId) => sql`(select s.id from services s where s.owner_id = ${id})`

const STOPPED = 'Turned off when you reset your password. Check it, then turn it on again.'

/** Prompts, files and mail would go to where the stranger wanted. Connects that wait for an answer go with their credential. */
async function deleteServers(tx: Queryable, id: UserId): Promise<void> {
  await sql`delete from model_settings where owner_id = ${id}`.execute(tx)
  await sql`delete from models where owner_id = ${id}`.execute(tx)
  await sql`delete from credentials where owner_id = ${id}`.execute(tx)
}

/** Of a webhook, a form, a chat and a mailbox alike, 122 random bits; in lower case, as mailboxes are. */
const freshToken = sql`replace(gen_random_uuid()::text, '-', '')`

/** Addresses are new, and no trigger starts a run before the owner lets it. */
async function stopTriggers(tx: Queryable, id: UserId): Promise<void> {
  await sql`
    update workflow_triggers set paused_at = coalesce(paused_at, now()),
      token = case when token is not null then ${freshToken} end,
      test_token = case when test_token is not null then ${freshToken} end
    where workflow_id in ${ownWorkflows(id)}`.execute(tx)
  await sql`
    update service_schedules set enabled = false, next_run_at = null, stopped_reason = ${STOPPED}
    where enabled and service_id in ${ownServices(id)}`.execute(tx)
  await sql`
    update service_widgets set enabled = false, token = ${freshToken} where service_id in ${ownServices(id)}`.execute(
    tx,
  )
  await sql`
    update service_pages set enabled = false, token = ${freshToken} where service_id in ${ownServices(id)}`.execute(tx)
  await sql`update channels set enabled = false, token = ${freshToken} where owner_id = ${id}`.execute(tx)
}

async function removeMembers(tx: Queryable, id: UserId): Promise<void> {
  await sql`delete from workflow_members where workflow_id in ${ownWorkflows(id)}`.execute(tx)
  await sql`delete from workflow_invitations where workflow_id in ${ownWorkflows(id)}`.execute(tx)
}

/** A payout that was prepared for the stranger finds no payee. The profile is verified again, with the owner's own numbers. */
async function forgetPayee(tx: Queryable, id: UserId): Promise<void> {
  await sql`
    update seller_profiles set key_id = null, wrapped_key = null, sealed = null, pan_last = null, payee_shown = null,
      payee_from = null, status = 'pending', status_reason = null, verified_at = null, verified_by = null,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    where seller_id = ${id}`.execute(tx)
}

/** @param subject of the identity provider */
export async function closeDoorsOf(tx: Queryable, subject: string): Promise<void> {
  const { rows } = await sql<{ id: UserId }>`select id from users where firebase_uid = ${subject}`.execute(tx)
  const [user] = rows
  if (!user) return
  // Waits for what a request of the stranger is adding, so that it is deleted too.
  await lockOwner(tx, user.id)
  await deleteServers(tx, user.id)
  await stopTriggers(tx, user.id)
  await removeMembers(tx, user.id)
  await forgetPayee(tx, user.id)
}
