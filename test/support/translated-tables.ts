/** Texts that reach `t` out of a table: all of them must have their Hindi. */

import { INCUBATION } from '#contract/company.ts'
import { CONSENT_ITEMS } from '#contract/consent-values.ts'
import { ERRORS } from '#contract/errors.ts'
import { authenticationRequired, ERROR_PAGE_TEXTS, LOGIN_FIELD_TEXTS, loginErrorText } from '#contract/messages.ts'
import { NAVIGATION } from '#contract/navigation.ts'
import { PAGES } from '#contract/pages.ts'
import { UPGRADE_CLAIMS, UPGRADE_PLANS } from '#contract/upgrades.ts'
import { FOOTER } from '#web/layouts/footer.tsx'
import { SETTINGS_SECTIONS } from '#web/layouts/palette-entries.ts'
import { UPGRADE_NOTE } from '#web/layouts/upgrade-prompt.tsx'

const LOGIN_CAUSES = ['timeout', 'user-not-found', 'wrong-password', 'too-many-requests', 'network', '']

export const TABLE_TEXTS: readonly string[] = [
  ...NAVIGATION.flatMap(({ name, badge, description }) => [name, description, ...(badge ? [badge] : [])]),
  ...FOOTER.flatMap(({ title, entries }) => [title, ...entries.map(({ label }) => label)]),
  ...Object.values(SETTINGS_SECTIONS),
  ...['Home', 'Help Center', 'Subscription', 'Profile Settings', 'Node Configuration Test'],
  ...['User', 'Seller', 'Creator Admin', 'Admin', 'Super Admin'],
  ...[ERROR_PAGE_TEXTS.not_found, ERROR_PAGE_TEXTS.access_denied, ERROR_PAGE_TEXTS.no_permission],
  ...UPGRADE_PLANS.flatMap(({ features }) => features),
  ...UPGRADE_CLAIMS,
  ...CONSENT_ITEMS,
  ...LOGIN_CAUSES.map((cause) => loginErrorText(cause)),
  ...Object.values(LOGIN_FIELD_TEXTS),
  UPGRADE_NOTE,
  authenticationRequired.message,
]

/** The operator's own words, as they come with the product. */
export const COMPANY_TEXTS: readonly string[] = INCUBATION ? [INCUBATION.title, INCUBATION.detail] : []

/** Texts of the server that are shown where `t` is asked: they may have Hindi, and read in English without. */
export const OPTIONAL_TEXTS: readonly string[] = [
  ...Object.values(ERRORS).map(({ text }) => text),
  ...PAGES.map(({ title }) => title),
  ...(['Google', 'GitHub'] as const).flatMap((provider) =>
    [...LOGIN_CAUSES, 'popup-closed'].map((cause) => loginErrorText(cause, provider)),
  ),
]
