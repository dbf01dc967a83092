/** The verbs of a service's widget for its owner. */
import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import { WIDGET } from '#contract/services/widget-limits.ts'
import type { SaveServiceWidget, ServiceWidget } from '#contract/services/widgets.ts'
import { checkAgreed, findTerms, rupees, usedToday } from '#server/areas/billing/billing.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './widgets.store.ts'

type Use = Grant<'service.use', UserId>

export const newToken = (): string => randomBytes(24).toString('base64url')

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)
/** One's own machine, for trying it out. */
const LOCAL = ['localhost', '127.0.0.1']

/**
 * A host as pages are compared with it: `example.com`, `*.example.com` for what is below it, with a port where there is one.
 * @returns null for what is none
 */
export function parseDomain(text: string): string | null {
  const [, star = '', name = '', port = ''] = /^(\*\.)?([^:/?#@\s*]+)(:\d{1,5})?$/.exec(text.trim().toLowerCase()) ?? []
  if (port !== '' && (Number(port.slice(1)) < 1 || Number(port.slice(1)) > 65_535)) return null
  if (LOCAL.includes(name)) return star === '' ? name + port : null
  const host = domainToASCII(name)
  return HOST.test(host) && host.length <= 253 ? star + host + port : null
}

function domainsOf(given: readonly string[]): string[] {
  const found = given.map((text, index) => {
    const domain = parseDomain(text)
    if (domain === null)
      throw fieldError(
        `domains.${index}`,
        `“${text}” isn’t a domain. Use example.com, or *.example.com for all subdomains, without https:// and path.`,
      )
    return domain
  })
  return [...new Set(found)]
}

async function own(db: Queryable, grant: Use, service: ServiceId): Promise<store.OwnRow> {
  const row = await store.findOwn(db, grant.on, service, { token: newToken(), daily_runs: WIDGET.daily_runs })
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws not_found, also for a foreign service */
export async function getWidget(db: Queryable, grant: Use, service: ServiceId): Promise<ServiceWidget> {
  const { saved, token, enabled, title, greeting, domains, daily_runs, daily_paise } = await own(db, grant, service)
  const today = await usedToday(db, service)
  return { enabled, token: saved ? token : null, title, greeting, domains, daily_runs, daily_paise, today }
}

/** @throws invalid_input when the day’s budget covers no run */
export function checkBudget({ price_type, price_paise, daily_paise }: store.OwnRow): void {
  if (price_type === 'per_run' && daily_paise < price_paise)
    throw fieldError('daily_paise', `A run costs ${rupees(price_paise)}. The daily budget must cover at least one.`)
}

/** Absent fields stay. @throws not_found, invalid_input with the field, agreement_needed */
export async function saveWidget(
  db: Database,
  grant: Use,
  service: ServiceId,
  { domains, ...changes }: SaveServiceWidget,
): Promise<ServiceWidget> {
  const wanted = domains && domainsOf(domains)
  await db.transaction().execute(async (tx) => {
    await store.lockOwn(tx, grant.on, service)
    const before = await own(tx, grant, service)
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const next: store.OwnRow = { ...before, ...given, domains: wanted ?? before.domains }
    if (next.enabled) {
      if (next.domains.length === 0) throw fieldError('domains', 'Enter at least one allowed site.')
      checkBudget(next)
      const terms = await findTerms(tx, next.agent_version_id)
      if (terms) await checkAgreed(tx, { owner: { user_id: grant.on }, trigger: 'chat' }, terms)
    }
    await store.saveWidget(tx, service, next)
  })
  return getWidget(db, grant, service)
}

/** Pages with the token before show nothing from now on. @throws not_found */
export async function renewToken(db: Database, grant: Use, service: ServiceId): Promise<ServiceWidget> {
  await db.transaction().execute(async (tx) => {
    await store.lockOwn(tx, grant.on, service)
    await store.saveWidget(tx, service, { ...(await own(tx, grant, service)), token: newToken() })
  })
  return getWidget(db, grant, service)
}
