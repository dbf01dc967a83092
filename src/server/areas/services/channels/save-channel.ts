/** Connects a channel and changes its settings. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { SaveChannel, ServiceChannel } from '#contract/services/channels.ts'
import { checkTakesVisitors, findOwnDoors } from '#server/areas/services/chats/service-chat.ts'
import { lockOwn, type OwnRow, saveWidget } from '#server/areas/services/widgets/widgets.store.ts'
import { newToken } from '#server/areas/services/widgets/widgets.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { NO_SECRETS, sealSecrets } from './access.ts'
import { askOutside } from './ask-outside.ts'
import * as store from './channels.store.ts'
import {
  addressOf,
  type ChannelAt,
  type ChannelDeps,
  closeQuietly,
  getChannel,
  limitChecks,
  newSettings,
  secretsOf,
  tokenFields,
  type Use,
} from './channels.ts'
import type {
  ChannelKind,
  ChannelSecrets,
  ChannelSettings,
  Connection,
  KindField,
  MailboxPosition,
} from './kind/kind.ts'
import { beginMailbox, readSoon } from './mailboxes.store.ts'

const SECRETS = ['access_token', 'app_secret', 'bot_token', 'signing_secret', 'mail_password'] as const
/** Who the channel is, and where it signs in. */
const PLACES = [
  ...(['phone_number_id', 'mail_address', 'mail_user'] as const),
  ...(['imap_host', 'imap_port', 'smtp_host', 'smtp_port'] as const),
] as const
const KIND_FIELDS: readonly KindField[] = [...SECRETS, ...PLACES, 'template_name', 'template_language']

const given = <T extends object>(changes: T): Partial<T> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>

/** @throws invalid_input for a field that the kind doesn’t have */
function checkFields({ fields, kind }: ChannelKind, body: SaveChannel): void {
  const foreign = KIND_FIELDS.find((field) => body[field] !== undefined && !fields.includes(field))
  if (foreign) throw fieldError(foreign, `A channel of the kind “${kind}” doesn’t have this field.`)
}

/** What the channel signs in with after a change. @throws invalid_input when the key of the installation has changed */
function changedSecrets(deps: ChannelDeps, row: store.ChannelRow | null, kind: ChannelKind, body: SaveChannel) {
  const needed = SECRETS.filter((name) => kind.required[name] !== undefined)
  // What can’t be opened any more is not needed where all of it is entered again.
  const isComplete = needed.every((name) => body[name] !== undefined)
  const before = row === null ? NO_SECRETS : secretsBefore(deps, row, isComplete)
  const entered = given(Object.fromEntries(SECRETS.map((name) => [name, body[name]])))
  return { ...before, webhook_secret: before.webhook_secret || newToken(), ...entered } as ChannelSecrets
}

function secretsBefore(deps: ChannelDeps, row: store.ChannelRow, isComplete: boolean): ChannelSecrets {
  try {
    return secretsOf(deps, row)
  } catch (error) {
    if (!isComplete || !(error instanceof AppError)) throw error
    return NO_SECRETS
  }
}

/** @throws invalid_input with the field that is missing */
function checkComplete({ required }: ChannelKind, { settings, secrets }: Connection): void {
  const entered: Partial<Record<string, unknown>> = { ...settings, ...secrets }
  for (const [field, missing] of Object.entries(required)) if (!entered[field]) throw fieldError(field, missing)
}

/** The row of a channel with its address, which is new for the first one. */
async function reserve(deps: ChannelDeps, grant: Use, at: ChannelAt): Promise<store.ChannelRow> {
  const { db, ring, channels } = deps
  return db.transaction().execute(async (tx) => {
    await lockOwn(tx, grant.on, at.id)
    const owned = { id: uuidv7(), owner_id: grant.on }
    await store.reserveChannel(tx, {
      ...{ ...owned, service_id: at.id, kind: at.kind, enabled: false, token: newToken(), verify_token: newToken() },
      settings: newSettings(channels[at.kind].asks_consent_at_first),
      ...sealSecrets(ring, { webhook_secret: newToken() }, owned),
    })
    const row = await store.findOfService(tx, grant.on, at)
    if (!row) throw new AppError('not_found')
    return row
  })
}

interface Change {
  body: SaveChannel
  row: store.ChannelRow
  settings: Partial<ChannelSettings>
  secrets: ChannelSecrets
  /** Whether it is another number, bot, workspace or mailbox, or another token for it. */
  isOther: boolean
  /** Where a mailbox is read from, when it begins or begins again. */
  position: MailboxPosition | null
}

/** In one transaction with the limits that all doors of the service share. @throws agreement_needed, not_runnable */
async function keep(deps: ChannelDeps, grant: Use, at: ChannelAt, change: Change): Promise<void> {
  const { body, settings, secrets, row, isOther, position } = change
  const { daily_runs, daily_paise } = body
  await deps.db.transaction().execute(async (tx) => {
    await lockOwn(tx, grant.on, at.id)
    const widget: OwnRow = { ...(await findOwnDoors(tx, grant, at.id)), ...given({ daily_runs, daily_paise }) }
    const now = await store.findOfService(tx, grant.on, at)
    // Disconnected meanwhile.
    if (now?.id !== row.id) throw new AppError('not_found')
    const enabled = body.enabled ?? now.enabled
    if (enabled) await checkTakesVisitors(tx, grant, at.id, widget)
    await saveWidget(tx, at.id, widget)
    const sealed = sealSecrets(deps.ring, secrets, { id: row.id, owner_id: grant.on })
    await store.saveChannel(tx, { id: row.id, enabled, settings: { ...now.settings, ...settings }, ...sealed })
    if (isOther) await store.noteError(tx, row.id, null)
    if (position !== null) await beginMailbox(tx, row.id, position)
    else if (isOther) await readSoon(tx, row.id)
  })
}

/**
 * A mailbox is read from where it is when the channel is turned on, or becomes another one: what arrived before is not answered.
 * @throws invalid_input with the field
 */
async function positionOf(
  { begin, refusal }: ChannelKind,
  connection: Connection,
  { row, body, field }: { row: store.ChannelRow; body: SaveChannel; field: string },
): Promise<MailboxPosition | null> {
  const isTurnedOn = body.enabled === true && !row.enabled
  const isOther = connection.settings.account !== row.settings.account
  if (!begin || !(isTurnedOn || isOther)) return null
  return askOutside(field, refusal, (signal) => begin(connection, signal))
}

/** Another bot than before delivers nothing here any more. */
async function closeFormer(deps: ChannelDeps, row: store.ChannelRow, account: string | undefined): Promise<void> {
  if (row.connected_at === null || account === undefined || account === row.settings.account) return
  await closeQuietly(deps, row, { settings: row.settings, secrets: secretsBefore(deps, row, true) })
}

/** Only the address, for an app that has yet to be made at the service outside. */
const isOnlyAddress = ({ address_first, required }: ChannelKind, row: store.ChannelRow | null, body: SaveChannel) =>
  address_first &&
  !row?.connected_at &&
  body.enabled !== true &&
  Object.keys(required).every((field) => body[field as KindField] === undefined)

/** Absent fields stay. @throws not_found, invalid_input with the field, agreement_needed, not_runnable, too_many_requests */
export async function saveChannel(
  deps: ChannelDeps,
  grant: Use,
  at: ChannelAt,
  body: SaveChannel,
): Promise<ServiceChannel> {
  const kind = deps.channels[at.kind]
  checkFields(kind, body)
  await findOwnDoors(deps.db, grant, at.id)
  const known = await store.findOfService(deps.db, grant.on, at)
  if (isOnlyAddress(kind, known, body)) {
    await reserve(deps, grant, at)
    return getChannel(deps, grant, at)
  }
  const { enabled: _, daily_runs: __, daily_paise: ___, ...rest } = body
  const { access_token, app_secret, bot_token, signing_secret, mail_password, ...chosen } = rest
  const settingsBefore = { ...newSettings(false), ...known?.settings }
  const before = { settings: settingsBefore, secrets: changedSecrets(deps, known, kind, body) }
  const connection = { ...before, settings: { ...before.settings, ...given(chosen) } }
  checkComplete(kind, connection)
  const isMoved = PLACES.some((place) => connection.settings[place] !== settingsBefore[place])
  const isOther = isMoved || [access_token, bot_token, mail_password].some((one) => one !== undefined)
  const [field = ''] = tokenFields(deps.channels, at.kind)
  const isBegun = kind.begin !== undefined && body.enabled === true && known?.enabled !== true
  if (isOther || isBegun) await limitChecks(deps.db, grant)
  const told = isOther ? await askOutside(field, kind.refusal, (signal) => kind.identify(connection, signal)) : {}
  const row = await reserve(deps, grant, at)
  const secrets = changedSecrets(deps, row, kind, body)
  const settings = { ...given(chosen), ...told }
  if (isOther && kind.open) {
    const address = addressOf(deps.publicUrl, row.token)
    const opened = { settings: { ...row.settings, ...settings }, secrets }
    const open = (signal: AbortSignal) => kind.open?.(opened, address, signal) ?? Promise.resolve()
    await askOutside(field, `${kind.name} refused the address ${new URL(address, 'http://localhost').origin}`, open)
    await store.noteVerified(deps.db, row.id)
  }
  const position = await positionOf(kind, { settings: { ...row.settings, ...settings }, secrets }, { row, body, field })
  try {
    await keep(deps, grant, at, { body, row, settings, secrets, isOther, position })
  } catch (error) {
    // What was not saved is not delivered to, either.
    const isNew = row.connected_at === null || told.account !== row.settings.account
    if (isOther && isNew) await closeQuietly(deps, row, { settings: { ...row.settings, ...settings }, secrets })
    throw error
  }
  if (isOther) await closeFormer(deps, row, told.account)
  return getChannel(deps, grant, at)
}
