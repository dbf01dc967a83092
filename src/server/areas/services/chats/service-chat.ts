/** The verbs of a service's chat page for its owner. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import type { SaveServiceChat, ServiceChat } from '#contract/services/chats.ts'
import { WIDGET } from '#contract/services/widget-limits.ts'
import { checkAgreed, findTerms, usedToday } from '#server/areas/billing/billing.ts'
import * as widgets from '#server/areas/services/widgets/widgets.store.ts'
import { checkBudget, newToken } from '#server/areas/services/widgets/widgets.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { chatSettingsOf } from './chat-settings.ts'
import * as store from './chats.store.ts'
import { hashPassword } from './password.ts'

type Use = Grant<'service.use', UserId>

/** What a page has before it was first saved. */
const newPage = (): store.PageRow => ({
  token: newToken(),
  enabled: false,
  access: 'public',
  password: null,
  password_epoch: 0,
})

/** What all doors of a service share. @throws not_found, also for a foreign service */
export async function findOwnDoors(db: Queryable, grant: Use, service: ServiceId): Promise<widgets.OwnRow> {
  const row = await widgets.findOwn(db, grant.on, service, { token: newToken(), daily_runs: WIDGET.daily_runs })
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws not_found, also for a foreign service */
export async function getServiceChat(db: Queryable, grant: Use, service: ServiceId): Promise<ServiceChat> {
  const { title, daily_runs, daily_paise } = await findOwnDoors(db, grant, service)
  const page = await store.findPage(db, service)
  const available = chatSettingsOf(await store.findDocument(db, service)) !== null
  const { enabled, access, password } = page ?? newPage()
  const today = await usedToday(db, service)
  const shown = { available, enabled, token: page?.token ?? null, access, has_password: password !== null }
  return { ...shown, title, daily_runs, daily_paise, today }
}

/**
 * Visitors may write to what can answer, within a budget that covers a run, and under agreed terms.
 * @throws not_runnable, invalid_input with the field, agreement_needed
 */
export async function checkTakesVisitors(
  tx: Queryable,
  grant: Use,
  service: ServiceId,
  widget: widgets.OwnRow,
): Promise<void> {
  if (chatSettingsOf(await store.findDocument(tx, service)) === null)
    throw new AppError('not_runnable', { message: 'This agent doesn’t start with a chat message.' })
  checkBudget(widget)
  const terms = await findTerms(tx, widget.agent_version_id)
  if (terms) await checkAgreed(tx, { owner: { user_id: grant.on }, trigger: 'chat' }, terms)
}

/** Absent fields stay. @throws not_found, invalid_input with the field, agreement_needed, not_runnable */
export async function saveServiceChat(
  db: Database,
  grant: Use,
  service: ServiceId,
  { enabled, access, password, ...changes }: SaveServiceChat,
): Promise<ServiceChat> {
  const hashed = password === undefined ? undefined : await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    await widgets.lockOwn(tx, grant.on, service)
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const widget: widgets.OwnRow = { ...(await findOwnDoors(tx, grant, service)), ...given }
    const before = (await store.findPage(tx, service)) ?? newPage()
    const page: store.PageRow = {
      ...before,
      enabled: enabled ?? before.enabled,
      access: access ?? before.access,
      ...(hashed !== undefined && { password: hashed, password_epoch: before.password_epoch + 1 }),
    }
    if (page.enabled && page.access === 'password' && page.password === null)
      throw fieldError('password', 'Enter a password.')
    if (page.enabled) await checkTakesVisitors(tx, grant, service, widget)
    await widgets.saveWidget(tx, service, widget)
    await store.savePage(tx, service, page)
  })
  return getServiceChat(db, grant, service)
}

/** The page moves to a new address; at the one before there is nothing any more. @throws not_found */
export async function renewServiceChat(db: Database, grant: Use, service: ServiceId): Promise<ServiceChat> {
  await db.transaction().execute(async (tx) => {
    await widgets.lockOwn(tx, grant.on, service)
    await widgets.saveWidget(tx, service, await findOwnDoors(tx, grant, service))
    await store.savePage(tx, service, { ...((await store.findPage(tx, service)) ?? newPage()), token: newToken() })
  })
  return getServiceChat(db, grant, service)
}

/** Newest first. @throws not_found */
export async function listChatRatings(
  db: Queryable,
  grant: Use,
  service: ServiceId,
  query: { limit: number; offset: number },
) {
  await findOwnDoors(db, grant, service)
  const { rows, total } = await store.listRatings(db, service, query)
  const items = rows.map((row) => ({ ...row, rated_at: row.rated_at.toISOString() }))
  return { items, total, limit: query.limit, offset: query.offset }
}
