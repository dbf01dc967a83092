/** Keeps what is watched in apps as workflows want it: what was published begins, what was taken back, changed or deleted ends. */
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { appTrigger } from '#nodes/types/triggers/app-trigger.ts'
import { type NewNotice, noticeFor, writeNotices } from '#server/areas/accounts/accounts.ts'
import type { FoundTrigger, TriggerPort, Watched } from '#server/areas/connectors/connectors.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import * as store from './app-triggers.store.ts'
import { NO_SECRET, sealSecret } from './secrets.ts'

const AT_ONCE = 100
const ROUNDS = 20

type Settings = z.output<typeof appTrigger.config>

export const settingsOf = (config: unknown): Settings | null => {
  const parsed = appTrigger.config.safeParse(config)
  return parsed.success ? parsed.data : null
}

/** As the SQL of the store reads it from the settings: settings that are not valid are kept as they are, so that they are met once. */
export function watchedOf(config: Record<string, unknown>): Watched {
  const text = (name: string) => (typeof config[name] === 'string' ? config[name] : '')
  return {
    integration: text('integration'),
    trigger: text('trigger'),
    credential: typeof config.credential === 'string' ? config.credential : null,
    input: (config.input ?? {}) as Watched['input'],
    identity: text('identity'),
  }
}

export const stopNotice = ({ owner_id, workflow_id, workflow_name }: store.StoppedRow, why: string): NewNotice =>
  noticeFor(owner_id, {
    kind: 'run_failed',
    title: `The trigger of “${workflow_name}” has stopped`,
    message: `${why} Nothing starts this workflow until you fix it and start the trigger again.`,
    href: `/workflows/${workflow_id}/triggers`,
    group: `app-trigger:${workflow_id}`,
  })

interface Left {
  owner_id: UserId
  workflow_id: WorkflowId | null
  workflow_name: string | null
  integration: string
  /** The name of the app. */
  app: string
}

/** A subscription that stays at its service. */
export const leftNotice = ({ owner_id, workflow_id, workflow_name, integration, app }: Left, why: string): NewNotice =>
  noticeFor(owner_id, {
    kind: 'run_failed',
    title:
      workflow_name === null ? `${app} may still send events` : `${app} may still send events for “${workflow_name}”`,
    message: `Its webhook couldn’t be removed: ${why} Remove it in ${app}. What it sends starts nothing.`,
    href: workflow_id === null ? `/integrations/${integration}` : `/workflows/${workflow_id}/triggers`,
    group: `app-subscription:${workflow_id ?? integration}`,
  })

export const dropNotice = ({ owner_id, workflow_id, workflow_name }: store.StoppedRow, why: string): NewNotice =>
  noticeFor(owner_id, {
    kind: 'run_failed',
    title: `“${workflow_name}” wasn’t started for a new item`,
    message: `It was tried for about a day: ${why} Later items are still tried.`,
    href: `/workflows/${workflow_id}/triggers`,
    group: `app-items:${workflow_id}`,
  })

const ACCOUNT_GONE = 'The account it used was removed.'

/** @returns the trigger, or why it can't be watched */
async function findWatchable(triggers: TriggerPort, row: store.WantedRow): Promise<FoundTrigger | string> {
  const settings = settingsOf(row.config)
  if (!settings) return 'The settings of the trigger are not valid.'
  if (settings.integration === '' || settings.trigger === '') return 'Choose an app and what happens in it.'
  try {
    return await triggers.find(watchedOf(row.config), row.owner_id)
  } catch (error) {
    if (error instanceof NodeError) return error.message
    throw error
  }
}

/** Only what is delivered to an address of its own is signed. Services that say themselves what they sign with are believed once. */
const needsSecret = (found: FoundTrigger | string): boolean =>
  typeof found !== 'string' && found.trigger.kind === 'webhook' && found.trigger.delivery.handshake?.by !== 'header'

export async function syncAppTriggers(db: Database, triggers: TriggerPort, ring: KeyRing): Promise<void> {
  await store.endUnwanted(db)
  await db.transaction().execute(async (tx) => {
    const stopped = await store.stopWithoutAccount(tx, ACCOUNT_GONE)
    await writeNotices(
      tx,
      stopped.map((row) => stopNotice(row, ACCOUNT_GONE)),
    )
  })
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = await store.findUnmatched(db, AT_ONCE)
    for (const row of wanted) {
      const found = await findWatchable(triggers, row)
      const owned = { id: uuidv7(), owner_id: row.owner_id }
      await db.transaction().execute((tx) =>
        store.beginWatching(tx, {
          ...owned,
          trigger_id: row.trigger_id,
          watched: watchedOf(row.config),
          kind: typeof found === 'string' ? 'polling' : found.trigger.kind,
          token: randomBytes(24).toString('base64url'),
          secret: needsSecret(found) ? sealSecret(ring, randomBytes(32).toString('hex'), owned) : NO_SECRET,
          error: typeof found === 'string' ? found : null,
        }),
      )
    }
    if (wanted.length < AT_ONCE) return
  }
}
