/** The verbs of bots that bring approvals: an app at Slack or a bot at Telegram, connected by who manages the account. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { APPROVAL_BOT_KINDS, APPROVAL_BOTS, type ApprovalBotKind } from '#contract/services/approval-bot-values.ts'
import type { ApprovalBot, SaveApprovalBot } from '#contract/services/approval-bots.ts'
import { askOutside, CLOSE_MS, deliveryAddress, tellOutside } from '#server/areas/services/channels/ask-outside.ts'
import { newToken } from '#server/areas/services/widgets/widgets.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import { memberOf } from '#server/platform/access/caller.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { enforceRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { NO_SECRETS, openSecrets, sealSecrets } from './access.ts'
import * as store from './bots.store.ts'
import { closeMessages, type DeliveryDeps } from './deliver.ts'
import type { ApprovalKind, BotSecrets, BotSettings } from './kind.ts'
import { approvalManifest } from './slack.ts'

export interface BotDeps extends DeliveryDeps {
  brand: ReadBrand
}

const NO_SETTINGS: BotSettings = { display_name: '', account: '', bot_user: '', channel: '' }

/** What the service outside delivers to. */
const addressOf = (publicUrl: string, token: string): string => deliveryAddress(publicUrl, 'approvals', token)

function present(
  { publicUrl, brand }: Pick<BotDeps, 'publicUrl' | 'brand'>,
  kind: ApprovalBotKind,
  row: (store.BotRow & { people?: number }) | null,
): ApprovalBot {
  const request_url = row && addressOf(publicUrl, row.token)
  const manifest =
    kind === 'slack' && request_url !== null ? approvalManifest(`${brand().name} approvals`, request_url) : null
  return {
    ...{ kind, connected: row !== null && row.connected_at !== null, request_url, manifest },
    ...{
      display_name: row?.settings.display_name ?? '',
      channel: row?.settings.channel ?? '',
      people: row?.people ?? 0,
    },
    ...{ last_error: row?.last_error ?? null, last_error_at: row?.last_error_at?.toISOString() ?? null },
  }
}

export async function getBots(deps: BotDeps, grant: store.ManageBots): Promise<{ bots: ApprovalBot[] }> {
  const rows = await store.findBots(deps.db, grant.on)
  return {
    bots: APPROVAL_BOT_KINDS.map((kind) => present(deps, kind, rows.find((row) => row.kind === kind) ?? null)),
  }
}

async function getBot(deps: BotDeps, grant: store.ManageBots, kind: ApprovalBotKind): Promise<ApprovalBot> {
  const rows = await store.findBots(deps.db, grant.on)
  return present(deps, kind, rows.find((row) => row.kind === kind) ?? null)
}

/** Who changes where approvals are decided is in the activity of a workspace. */
const note = (tx: Queryable, { by, on }: store.ManageBots, action: string, details: JsonObject): Promise<void> =>
  insertAudit(tx, {
    ...{ actor_id: (by.type === 'user' ? memberOf(by) : null) ?? on, action, target_id: on, reason: null },
    details: { account: on, ...details },
  })

/** What can’t be opened any more has to be entered again. */
function secretsOf({ ring }: BotDeps, row: store.BotRow): BotSecrets {
  try {
    return openSecrets(ring, row, row)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { ...NO_SECRETS, webhook_secret: newToken() }
  }
}

/** The row of a bot with its address, which is new for the first one. */
async function reserve({ db, ring }: BotDeps, grant: store.ManageBots, kind: ApprovalBotKind): Promise<store.BotRow> {
  const known = await store.findBot(db, grant.on, kind)
  if (known) return known
  const owned = { id: uuidv7(), owner_id: grant.on }
  const sealed = sealSecrets(ring, { webhook_secret: newToken() }, owned)
  await store.reserveBot(db, grant, { ...owned, kind, token: newToken(), settings: NO_SETTINGS, ...sealed })
  const row = await store.findBot(db, grant.on, kind)
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws invalid_input for a field that Telegram doesn’t have, and for one that is missing */
function checkFields({ kind }: ApprovalKind, body: SaveApprovalBot, secrets: BotSecrets): void {
  const foreign = (['signing_secret', 'channel'] as const).find((field) => body[field] !== undefined)
  if (kind === 'telegram' && foreign !== undefined)
    throw fieldError(foreign, 'A bot of Telegram doesn’t have this field.')
  if (secrets.bot_token === '') throw fieldError('bot_token', 'Enter the bot token.')
  if (kind === 'slack' && secrets.signing_secret === '') throw fieldError('signing_secret', 'Enter the signing secret.')
}

/** Absent fields stay. @throws not_found, invalid_input with the field, too_many_requests */
export async function saveBot(
  deps: BotDeps,
  grant: store.ManageBots,
  name: ApprovalBotKind,
  body: SaveApprovalBot,
): Promise<ApprovalBot> {
  const { db, ring, publicUrl } = deps
  const kind = deps.approvalKinds[name]
  const limit = { name: 'approval bots', subject: grant.on, max: APPROVAL_BOTS.changes_per_hour }
  await enforceRateLimit(db, [limit], 'You’ve changed this many times')
  const known = await store.findBot(db, grant.on, name)
  // Slack’s manifest has the address, and the token exists only after the app does.
  const isOnlyAddress = name === 'slack' && known?.connected_at == null && Object.keys(body).length === 0
  const before = known === null ? NO_SECRETS : secretsOf(deps, known)
  const { bot_token = before.bot_token, signing_secret = before.signing_secret } = body
  if (!isOnlyAddress) checkFields(kind, body, { ...before, bot_token, signing_secret })
  const told =
    body.bot_token === undefined
      ? {}
      : await askOutside('bot_token', `${kind.name} refused the bot token`, (signal) =>
          kind.identify({ ...before, bot_token }, signal),
        )
  const row = await reserve(deps, grant, name)
  if (isOnlyAddress) return getBot(deps, grant, name)
  const { webhook_secret } = secretsOf(deps, row)
  const secrets = { bot_token, signing_secret, webhook_secret }
  const settings = { ...row.settings, ...told, channel: body.channel ?? row.settings.channel }
  const address = addressOf(publicUrl, row.token)
  if (body.bot_token !== undefined && kind.open)
    await askOutside(
      'bot_token',
      `${kind.name} refused the address`,
      (signal) => kind.open?.(secrets, address, signal) ?? Promise.resolve(),
    )
  const isOther = row.connected_at !== null && settings.account !== row.settings.account
  if (isOther) await closeMessages(deps, row.id, AbortSignal.timeout(CLOSE_MS))
  await db.transaction().execute(async (tx) => {
    if (isOther) await store.forgetContacts(tx, grant, row.id)
    if (!(await store.saveBot(tx, grant, { id: row.id, settings, ...sealSecrets(ring, secrets, row) })))
      throw new AppError('not_found')
    await note(tx, grant, 'approval_bot.connect', { kind: name, bot: settings.display_name, channel: settings.channel })
  })
  if (isOther) await tellOutside((signal) => kind.close?.(before, address, signal))
  return getBot(deps, grant, name)
}

/** With its people and what was to be sent. Messages that still ask say so first. @throws not_found */
export async function disconnectBot(deps: BotDeps, grant: store.ManageBots, name: ApprovalBotKind): Promise<void> {
  const row = await store.findBot(deps.db, grant.on, name)
  if (!row) throw new AppError('not_found')
  if (row.connected_at !== null) await closeMessages(deps, row.id, AbortSignal.timeout(CLOSE_MS))
  await deps.db.transaction().execute(async (tx) => {
    await store.deleteBot(tx, grant, row.id)
    await note(tx, grant, 'approval_bot.disconnect', { kind: name, bot: row.settings.display_name })
  })
  if (row.connected_at !== null)
    await tellOutside((signal) =>
      deps.approvalKinds[name].close?.(secretsOf(deps, row), addressOf(deps.publicUrl, row.token), signal),
    )
}
