/** The settings of a service’s inbox, for its owner. */
import { AppError } from '#contract/core/errors.ts'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import type { SaveServiceInbox, ServiceInbox } from '#contract/services/inbox.ts'
import { chatSettingsOf } from '#server/areas/services/chats/chat-settings.ts'
import { findDocument } from '#server/areas/services/chats/chats.store.ts'
import { findOwnDoors } from '#server/areas/services/chats/service-chat.ts'
import { lockOwn } from '#server/areas/services/widgets/widgets.store.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { NEW_SETTINGS } from './hand-over.ts'
import * as store from './inbox.store.ts'

type Use = Grant<'service.use', UserId>

const isAvailable = async (db: Queryable, service: ServiceId) =>
  chatSettingsOf(await findDocument(db, service)) !== null

/** @throws not_found, also for a foreign service */
export async function getServiceInbox(db: Queryable, grant: Use, service: ServiceId): Promise<ServiceInbox> {
  await findOwnDoors(db, grant, service)
  const settings = (await store.findSettings(db, service)) ?? NEW_SETTINGS
  return { available: await isAvailable(db, service), ...settings }
}

/** Absent fields stay. @throws not_found, not_runnable for an agent that doesn’t chat */
export async function saveServiceInbox(
  db: Database,
  grant: Use,
  service: ServiceId,
  changes: SaveServiceInbox,
): Promise<ServiceInbox> {
  await db.transaction().execute(async (tx) => {
    await lockOwn(tx, grant.on, service)
    await findOwnDoors(tx, grant, service)
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const row: store.SettingsRow = { ...NEW_SETTINGS, ...(await store.findSettings(tx, service)), ...given }
    if (row.enabled && !(await isAvailable(tx, service)))
      throw new AppError('not_runnable', { message: 'This agent doesn’t start with a chat message.' })
    await store.saveSettings(tx, service, row)
  })
  return getServiceInbox(db, grant, service)
}
