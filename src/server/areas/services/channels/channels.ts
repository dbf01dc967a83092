/** The verbs of a service’s channels for its owner. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import { CHANNEL, type ChannelKindName } from '#contract/services/channel-values.ts'
import type { ServiceChannel } from '#contract/services/channels.ts'
import { usedToday } from '#server/areas/billing/billing.ts'
import { chatSettingsOf } from '#server/areas/services/chats/chat-settings.ts'
import { findDocument } from '#server/areas/services/chats/chats.store.ts'
import { findOwnDoors } from '#server/areas/services/chats/service-chat.ts'
import { lockOwn } from '#server/areas/services/widgets/widgets.store.ts'
import { ChannelApiError } from '#server/gateways/channels/channel-api.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import { NO_SECRETS, openSecrets } from './access.ts'
import { ASK_MS, deliveryAddress, tellOutside } from './ask-outside.ts'
import * as store from './channels.store.ts'
import type { ChannelKinds, ChannelSecrets, ChannelSettings, Connection } from './kind/kind.ts'
import { readSoon } from './mailboxes.store.ts'
import { slackManifest } from './slack/manifest.ts'

export type Use = Grant<'service.use', UserId>

export interface ChannelAt {
  id: ServiceId
  kind: ChannelKindName
}

export interface ChannelDeps {
  db: Database
  channels: ChannelKinds
  ring: KeyRing
  /** Where services outside reach this installation; empty for an address that is a path. */
  publicUrl: string
}

/** @param asks_consent whether the kind does at first */
export const newSettings = (asks_consent: boolean): ChannelSettings => ({
  ...{ display_name: '', ask_consent: asks_consent, daily_per_person: CHANNEL.per_person.usual },
  ...{ phone_number_id: '', template_name: '', template_language: 'en', account: '', bot_user: '' },
  ...{ mail_address: '', mail_user: '', imap_host: '', imap_port: 993, smtp_host: '', smtp_port: 465 },
})

const timeOf = (date: Date | null | undefined): string | null => date?.toISOString() ?? null

/** What the service outside delivers to. */
export const addressOf = (publicUrl: string, token: string): string => deliveryAddress(publicUrl, 'channels', token)

/** @throws not_found, also for a foreign service */
export async function getChannel(deps: ChannelDeps, grant: Use, at: ChannelAt): Promise<ServiceChannel> {
  const { db, channels, publicUrl } = deps
  const { daily_runs, daily_paise, title } = await findOwnDoors(db, grant, at.id)
  const row = await store.findOfService(db, grant.on, at)
  const available = chatSettingsOf(await findDocument(db, at.id)) !== null
  const first = newSettings(channels[at.kind].asks_consent_at_first)
  // What was stored before there were channels by email has no fields of it.
  const { account: _, bot_user: __, ...settings } = { ...first, ...row?.settings }
  const callback_url = row && !channels[at.kind].collect ? addressOf(publicUrl, row.token) : null
  return {
    ...{ kind: at.kind, available, connected: row !== null && row.connected_at !== null },
    ...{ enabled: row?.enabled ?? false, callback_url },
    verify_token: row && at.kind === 'whatsapp' ? row.verify_token : null,
    manifest: callback_url !== null && at.kind === 'slack' ? slackManifest(title, callback_url) : null,
    ...settings,
    ...{ daily_runs, daily_paise, today: await usedToday(db, at.id) },
    ...{ verified_at: timeOf(row?.verified_at), last_received_at: timeOf(row?.last_received_at) },
    ...{ last_error: row?.last_error ?? null, last_error_at: timeOf(row?.last_error_at) },
  }
}

/** @throws invalid_input when the key of the installation has changed */
export function secretsOf(
  { ring, channels }: Pick<ChannelDeps, 'ring' | 'channels'>,
  row: store.ChannelRow,
): ChannelSecrets {
  try {
    return openSecrets(ring, row, { id: row.id, owner_id: row.owner_id })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const [field = ''] = tokenFields(channels, row.kind)
    throw fieldError(field, 'The key of this installation has changed. Enter what the channel signs in with again.')
  }
}

/** What is refused with them is shown there. */
export const tokenFields = (channels: ChannelKinds, kind: ChannelKindName): string[] =>
  Object.keys(channels[kind].required).filter((field) => field in NO_SECRETS)

/** @throws not_found, not_runnable before the channel is connected */
async function requireConnected(db: Queryable, grant: Use, at: ChannelAt): Promise<store.ChannelRow> {
  await findOwnDoors(db, grant, at.id)
  const row = await store.findOfService(db, grant.on, at)
  if (!row?.connected_at) throw new AppError('not_runnable', { message: 'Connect the channel first.' })
  return row
}

/** Ends what the service outside delivers. What it says keeps no channel: its address is answered with “not found” from now on. */
export async function closeQuietly(
  { channels, publicUrl }: Pick<ChannelDeps, 'channels' | 'publicUrl'>,
  { kind, token }: Pick<store.ChannelRow, 'kind' | 'token'>,
  connection: Connection,
): Promise<void> {
  await tellOutside((signal) => channels[kind].close?.(connection, addressOf(publicUrl, token), signal))
}

/** Of a channel that is gone. What nobody can open any more is left as it is. */
async function closeRow(deps: ChannelDeps, row: store.ChannelRow): Promise<void> {
  if (row.connected_at === null || !deps.channels[row.kind].close) return
  try {
    await closeQuietly(deps, row, { settings: row.settings, secrets: openSecrets(deps.ring, row, row) })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
}

/** @returns what ends the deliveries to all channels of a service, once it is deleted */
export async function prepareClosing(deps: ChannelDeps, grant: Use, service: ServiceId): Promise<() => Promise<void>> {
  const rows = await store.listOfService(deps.db, grant.on, service)
  return async () => {
    await Promise.all(rows.map((row) => closeRow(deps, row)))
  }
}

/** With its people and their chats. @throws not_found */
export async function disconnectChannel(deps: ChannelDeps, grant: Use, at: ChannelAt): Promise<{ id: ServiceId }> {
  const { db } = deps
  const gone = await db.transaction().execute(async (tx) => {
    await lockOwn(tx, grant.on, at.id)
    await findOwnDoors(tx, grant, at.id)
    const row = await store.findOfService(tx, grant.on, at)
    if (!row) throw new AppError('not_found')
    await store.deleteChannel(tx, row.id)
    return row
  })
  await closeRow(deps, gone)
  return { id: at.id }
}

const perHour = (name: string, grant: Use, max: number) => ({ name, subject: grant.on, max })

/** How often an owner may have services outside asked. @throws too_many_requests */
export const limitChecks = (db: Database, grant: Use): Promise<void> =>
  enforceRateLimit(
    db,
    [perHour('channel checks', grant, CHANNEL.test_messages_per_hour * 3)],
    'You’ve changed this many times',
  )

/** Nothing can be sent to people who have not written: only the connection is tried. @throws not_runnable with what is wrong */
async function checkConnection(deps: ChannelDeps, row: store.ChannelRow): Promise<{ sent: false }> {
  const { kind, settings, token, id } = row
  const { check, name } = deps.channels[kind]
  const connection = { settings, secrets: secretsOf(deps, row) }
  try {
    const wrong = await check?.(connection, addressOf(deps.publicUrl, token), AbortSignal.timeout(ASK_MS))
    if (wrong) throw new AppError('not_runnable', { message: wrong })
  } catch (error) {
    if (!(error instanceof ChannelApiError)) throw error
    throw new AppError('not_runnable', { message: `${name} refused the connection: ${error.message}` })
  }
  await store.noteError(deps.db, id, null)
  await readSoon(deps.db, id)
  return { sent: false }
}

/** @throws not_found, not_runnable, too_many_requests, invalid_input with what the service outside says */
export async function testChannel(
  deps: ChannelDeps,
  grant: Use,
  at: ChannelAt,
  to: string | undefined,
): Promise<{ sent: boolean }> {
  const row = await requireConnected(deps.db, grant, at)
  const limit = perHour('channel tests', grant, CHANNEL.test_messages_per_hour)
  await enforceRateLimit(deps.db, [limit], 'You’ve sent many test messages')
  const { check, send } = deps.channels[at.kind]
  if (check) return checkConnection(deps, row)
  if (to === undefined) throw fieldError('to', 'Enter the phone number that gets the message.')
  const { template_name } = row.settings
  const is_template = template_name !== ''
  const text = is_template ? template_name : 'This is a test message.'
  const message = {
    to: to.replace(/\D/g, ''),
    thread: '',
    text,
    files: [],
    is_template,
    reference: 'test',
    envelope: null,
  }
  const connection = { settings: row.settings, secrets: secretsOf(deps, row) }
  const result = await send(connection, message, AbortSignal.timeout(ASK_MS))
  if (result.type !== 'sent') throw fieldError('to', `The test message wasn’t sent. ${result.why}`)
  return { sent: true }
}
