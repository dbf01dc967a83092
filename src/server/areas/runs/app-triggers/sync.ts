/** Keeps what is watched in apps as workflows want it: what was published begins, what was taken back, changed or deleted ends. */
import { randomBytes } from 'node:crypto'
import { isPieceTrigger } from '#connectors/piece-trigger.ts'
import { NodeError } from '#nodes/node.ts'
import { writeNotices } from '#server/areas/accounts/accounts.ts'
import { type FoundTrigger, isPieceId, type TriggerPort, type Watched } from '#server/areas/connectors/connectors.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import * as store from './app-triggers.store.ts'
import { settingsOf } from './look-settings.ts'
import { stopNotice } from './notices.ts'
import { resumeWithPlugins } from './piece-triggers.store.ts'
import { NO_SECRET, sealSecret } from './secrets.ts'

const AT_ONCE = 100
const ROUNDS = 20

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

const ACCOUNT_GONE = 'The account it used was removed.'

/** Why something can't be watched. `waits_for_plugin`: until its plugin is enabled. */
interface Unwatchable {
  error: string
  waits_for_plugin: boolean
}

const unwatchable = (error: string, waits_for_plugin = false): Unwatchable => ({ error, waits_for_plugin })

/** It can be watched once an admin installs or enables the plugin. */
const isOfPlugin = ({ config }: store.WantedRow, { code }: NodeError): boolean =>
  code === 'plugin_disabled' || (code === 'app_not_found' && isPieceId(watchedOf(config).integration))

/** @returns the trigger, or why it can't be watched */
async function findWatchable(triggers: TriggerPort, row: store.WantedRow): Promise<FoundTrigger | Unwatchable> {
  const settings = settingsOf(row.config)
  if (!settings) return unwatchable('The settings of the trigger are not valid.')
  if (settings.integration === '' || settings.trigger === '')
    return unwatchable('Choose an app and what happens in it.')
  try {
    return await triggers.find(watchedOf(row.config), row.owner_id)
  } catch (error) {
    if (error instanceof NodeError) return unwatchable(error.message, isOfPlugin(row, error))
    throw error
  }
}

/** Only what is delivered to an address of its own is signed. Services that say themselves what they sign with are believed once. */
function needsSecret(found: FoundTrigger | Unwatchable): boolean {
  if ('error' in found || isPieceTrigger(found.trigger)) return false
  return found.trigger.kind === 'webhook' && found.trigger.delivery.handshake?.by !== 'header'
}

export async function syncAppTriggers(db: Database, triggers: TriggerPort, ring: KeyRing): Promise<void> {
  await store.endUnwanted(db)
  await resumeWithPlugins(db)
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
          kind: 'error' in found ? 'polling' : found.trigger.kind,
          token: randomBytes(24).toString('base64url'),
          secret: needsSecret(found) ? sealSecret(ring, randomBytes(32).toString('hex'), owned) : NO_SECRET,
          error: 'error' in found ? found.error : null,
          waits_for_plugin: 'error' in found && found.waits_for_plugin,
        }),
      )
    }
    if (wanted.length < AT_ONCE) return
  }
}
