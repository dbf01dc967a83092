/** The verbs of a service’s WhatsApp channel for its owner. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import { CHANNEL } from '#contract/services/channel-values.ts'
import type { ChannelPersonId, SaveWhatsappChannel, WhatsappChannel } from '#contract/services/channels.ts'
import { usedToday } from '#server/areas/billing/billing.ts'
import { chatSettingsOf } from '#server/areas/services/chats/chat-settings.ts'
import { findDocument } from '#server/areas/services/chats/chats.store.ts'
import { checkTakesVisitors, findOwnDoors } from '#server/areas/services/chats/service-chat.ts'
import { lockOwn, type OwnRow, saveWidget } from '#server/areas/services/widgets/widgets.store.ts'
import { newToken } from '#server/areas/services/widgets/widgets.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import { type Access, type WhatsappApi, WhatsappError } from '#server/gateways/whatsapp.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { enforceRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import { type ChannelSecrets, openSecrets, sealSecrets } from './access.ts'
import * as store from './channels.store.ts'

type Use = Grant<'service.use', UserId>

export interface ChannelDeps {
  db: Database
  whatsapp: WhatsappApi
  ring: KeyRing
  /** Where Meta reaches this installation; empty for an address that is a path. */
  publicUrl: string
}

const NEW_SETTINGS: store.ChannelSettings = {
  phone_number_id: '',
  display_number: '',
  ask_consent: true,
  daily_per_person: CHANNEL.per_person.usual,
  template_name: '',
  template_language: 'en',
}

const timeOf = (date: Date | null | undefined): string | null => date?.toISOString() ?? null

/** @throws not_found, also for a foreign service */
export async function getWhatsapp(deps: ChannelDeps, grant: Use, service: ServiceId): Promise<WhatsappChannel> {
  const { db, publicUrl } = deps
  const { daily_runs, daily_paise } = await findOwnDoors(db, grant, service)
  const row = await store.findOfService(db, grant.on, service)
  const available = chatSettingsOf(await findDocument(db, service)) !== null
  const { phone_number_id, display_number, ask_consent, daily_per_person, template_name, template_language } =
    row?.settings ?? NEW_SETTINGS
  return {
    ...{ available, connected: row !== null, enabled: row?.enabled ?? false },
    callback_url: row && `${publicUrl.replace(/\/+$/, '')}/hooks/whatsapp/${row.token}`,
    verify_token: row?.verify_token ?? null,
    ...{ phone_number_id, display_number, ask_consent, daily_per_person, template_name, template_language },
    ...{ daily_runs, daily_paise, today: await usedToday(db, service) },
    ...{ verified_at: timeOf(row?.verified_at), last_received_at: timeOf(row?.last_received_at) },
    ...{ last_error: row?.last_error ?? null, last_error_at: timeOf(row?.last_error_at) },
  }
}

/** @throws not_found, not_runnable before the number is connected */
async function requireChannel(db: Queryable, grant: Use, service: ServiceId): Promise<store.ChannelRow> {
  await findOwnDoors(db, grant, service)
  const row = await store.findOfService(db, grant.on, service)
  if (!row) throw new AppError('not_runnable', { message: 'Connect a WhatsApp number first.' })
  return row
}

/** @throws invalid_input when the key of the installation has changed */
function secretsOf({ ring }: Pick<ChannelDeps, 'ring'>, row: store.ChannelRow): ChannelSecrets {
  try {
    return openSecrets(ring, row, { id: row.id, owner_id: row.owner_id })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw fieldError(
      'access_token',
      'The key of this installation has changed. Enter the access token and the app secret again.',
    )
  }
}

const perHour = (name: string, grant: Use, max: number) => ({ name, subject: grant.on, max })

/** Asks Meta for the number, so that a wrong id or token is told now. @throws invalid_input with the field, too_many_requests */
async function readNumber({ db, whatsapp }: ChannelDeps, grant: Use, access: Access): Promise<string> {
  const limit = perHour('whatsapp checks', grant, CHANNEL.test_messages_per_hour * 3)
  await enforceRateLimit(db, [limit], 'You’ve changed this many times')
  try {
    return (await whatsapp.readNumber(access, AbortSignal.timeout(15_000))).display_number
  } catch (error) {
    if (!(error instanceof WhatsappError)) throw error
    throw fieldError('access_token', `Meta refused the access token or the phone number ID: ${error.message}`)
  }
}

/** What the channel signs in with after a change. @throws invalid_input with the field that is missing */
function changedSecrets(
  deps: ChannelDeps,
  row: store.ChannelRow | null,
  { access_token, app_secret }: SaveWhatsappChannel,
): ChannelSecrets {
  const complete = access_token !== undefined && app_secret !== undefined
  const before = row && !complete ? secretsOf(deps, row) : null
  const secrets = { access_token: access_token ?? before?.access_token, app_secret: app_secret ?? before?.app_secret }
  if (secrets.access_token === undefined) throw fieldError('access_token', 'Enter the access token.')
  if (secrets.app_secret === undefined) throw fieldError('app_secret', 'Enter the app secret.')
  return { access_token: secrets.access_token, app_secret: secrets.app_secret }
}

const given = <T extends object>(changes: T): Partial<T> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>

/** Absent fields stay. @throws not_found, invalid_input with the field, agreement_needed, not_runnable, too_many_requests */
export async function saveWhatsapp(
  deps: ChannelDeps,
  grant: Use,
  service: ServiceId,
  body: SaveWhatsappChannel,
): Promise<WhatsappChannel> {
  const { db, ring } = deps
  await findOwnDoors(db, grant, service)
  const known = await store.findOfService(db, grant.on, service)
  const { enabled, access_token, app_secret, daily_runs, daily_paise, ...chosen } = body
  const phone_number_id = chosen.phone_number_id ?? known?.settings.phone_number_id ?? ''
  if (phone_number_id === '') throw fieldError('phone_number_id', 'Enter the phone number ID.')
  const secrets = changedSecrets(deps, known, body)
  const isOther = access_token !== undefined || phone_number_id !== known?.settings.phone_number_id
  const access = { phone_number_id, access_token: secrets.access_token }
  const display_number = isOther ? await readNumber(deps, grant, access) : known.settings.display_number
  await db.transaction().execute(async (tx) => {
    await lockOwn(tx, grant.on, service)
    const widget: OwnRow = { ...(await findOwnDoors(tx, grant, service)), ...given({ daily_runs, daily_paise }) }
    const row = await store.findOfService(tx, grant.on, service)
    const owned = { id: row?.id ?? uuidv7(), owner_id: grant.on }
    const isOn = enabled ?? row?.enabled ?? false
    if (isOn) await checkTakesVisitors(tx, grant, service, widget)
    await saveWidget(tx, service, widget)
    await store.saveChannel(tx, {
      ...{ ...owned, service_id: service, enabled: isOn },
      ...{ token: row?.token ?? newToken(), verify_token: row?.verify_token ?? newToken() },
      settings: { ...(row?.settings ?? NEW_SETTINGS), ...given(chosen), phone_number_id, display_number },
      ...sealSecrets(ring, secrets, owned),
    })
    if (isOther) await store.noteError(tx, owned.id, null)
  })
  return getWhatsapp(deps, grant, service)
}

/** With its people and their chats. @throws not_found */
export async function disconnectWhatsapp(db: Database, grant: Use, service: ServiceId): Promise<{ id: ServiceId }> {
  await db.transaction().execute(async (tx) => {
    await lockOwn(tx, grant.on, service)
    await findOwnDoors(tx, grant, service)
    const row = await store.findOfService(tx, grant.on, service)
    if (!row) throw new AppError('not_found')
    await store.deleteChannel(tx, row.id)
  })
  return { id: service }
}

/** @throws not_found, not_runnable, too_many_requests, invalid_input with what Meta says */
export async function sendTest(deps: ChannelDeps, grant: Use, service: ServiceId, to: string): Promise<{ sent: true }> {
  const row = await requireChannel(deps.db, grant, service)
  const limit = perHour('whatsapp tests', grant, CHANNEL.test_messages_per_hour)
  await enforceRateLimit(deps.db, [limit], 'You’ve sent many test messages')
  const { phone_number_id, template_name: name, template_language: language } = row.settings
  const address = { to: to.replace(/\D/g, ''), reference: 'test' }
  const message =
    name === '' ? { ...address, text: 'This is a test message.' } : { ...address, template: { name, language } }
  const access = { phone_number_id, access_token: secretsOf(deps, row).access_token }
  const result = await deps.whatsapp.send(access, message, AbortSignal.timeout(15_000))
  if (result.type !== 'sent') throw fieldError('to', `The test message wasn’t sent. ${result.why}`)
  return { sent: true }
}

const consentOf = ({ opted_in_at, opted_out_at }: store.PersonRow, asks: boolean) => {
  if (opted_out_at !== null) return 'withdrawn' as const
  return opted_in_at === null && asks ? ('asked' as const) : ('given' as const)
}

/** Who wrote last first. @throws not_found */
export async function listPeople(
  db: Queryable,
  grant: Use,
  service: ServiceId,
  query: { limit: number; offset: number },
) {
  await findOwnDoors(db, grant, service)
  const row = await store.findOfService(db, grant.on, service)
  if (!row) return { items: [], total: 0, limit: query.limit, offset: query.offset }
  const { rows, total } = await store.listPeople(db, row.id, query)
  const items = rows.map((one) => ({
    ...{ id: one.id, address: one.address, name: one.name, last_wrote_at: timeOf(one.last_wrote_at) },
    consent: consentOf(one, row.settings.ask_consent),
  }))
  return { items, total, limit: query.limit, offset: query.offset }
}

/** @throws not_found, also for a person of another channel */
async function requirePerson(db: Queryable, grant: Use, service: ServiceId, id: ChannelPersonId): Promise<void> {
  const row = await store.findOfService(db, grant.on, service)
  if (!row || !(await store.findPerson(db, row.id, id))) throw new AppError('not_found')
}

/** Newest first. @throws not_found */
export async function listPersonMessages(
  db: Queryable,
  grant: Use,
  at: { id: ServiceId; person: ChannelPersonId },
  query: { limit: number; offset: number },
) {
  await requirePerson(db, grant, at.id, at.person)
  const { rows, total } = await store.listSaid(db, at.person, query)
  const items = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  return { items, total, limit: query.limit, offset: query.offset }
}

/**
 * Erases a person: their chats, what they sent, and the data of the runs that answered them. Runs under way are ended first.
 * @throws not_found
 */
export async function deletePerson(
  db: Database,
  grant: Use,
  at: { id: ServiceId; person: ChannelPersonId },
  end: {
    cancel: (execution_id: string) => Promise<unknown>
    deletePayloads: (tx: Queryable, ids: readonly string[]) => Promise<void>
    expireFiles: (tx: Queryable, files: readonly string[]) => Promise<void>
  },
): Promise<{ id: ChannelPersonId }> {
  await requirePerson(db, grant, at.id, at.person)
  const { under_way } = await store.findTracesOf(db, at.person)
  for (const execution of under_way) await end.cancel(execution)
  await db.transaction().execute(async (tx) => {
    const { executions, files } = await store.findTracesOf(tx, at.person)
    await end.deletePayloads(tx, executions)
    await end.expireFiles(tx, files)
    await store.deletePerson(tx, at.person)
  })
  return { id: at.person }
}
