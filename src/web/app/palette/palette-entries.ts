/** What the command palette offers without a search of the server, by who is there. */
import { useNavigate } from 'react-router'
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { isSellerOrAbove, permissionsOf, type Role } from '#contract/core/access.ts'
import { LANGUAGE_CODES, LANGUAGE_NAMES } from '#contract/core/languages.ts'
import { DOC_PAGES } from '#contract/platform/docs-pages.ts'
import { chooseLanguage } from '#web/api/choose-language.ts'
import { useUser } from '#web/api/use-session.ts'
import { useSignOut } from '#web/app/guards/sign-out.ts'
import { findAdminPlaces } from '#web/app/router/admin-places.ts'
import { navigationFor } from '#web/app/router/navigation.ts'
import { SELLER_AREA } from '#web/app/router/seller-places.ts'
import { currentLanguage, t } from '#web/lib/language.ts'
import type { PageActions } from '#web/lib/page-actions.ts'
import { useTheme } from '#web/lib/theme.ts'
import { CREDITS_PAGE } from '#web/parts/billing/credits/credits-page.ts'
import { paths } from '#web/paths.ts'
import { overlay } from './overlay.ts'

export interface Entry {
  key: string
  label: string
  hint?: string
  act: () => void
}

interface Place {
  key: string
  name: string
  href: string
  description?: string
  /** What it is a part of. */
  area?: string
}

/** Public pages that are in no navigation list. */
const OPEN_PLACES: readonly Place[] = [
  { key: 'workflow-agents', name: 'Workflow Agents', href: paths.workflowAgents() },
  { key: 'pricing', name: 'Pricing', href: paths.pricing() },
  { key: 'docs', name: 'Documentation', href: paths.docs() },
  { key: 'api', name: 'API Reference', href: paths.apiReference() },
  { key: 'contact', name: 'Help Center', href: paths.contact() },
  { key: 'about-us', name: 'About us', href: paths.aboutUs() },
  { key: 'terms', name: 'Terms of Service', href: paths.terms() },
  { key: 'privacy', name: 'Privacy Policy', href: paths.privacy() },
  { key: 'refund-policy', name: 'Refund Policy', href: paths.refundPolicy() },
  { key: 'unauthorized', name: 'Access Help', href: paths.unauthorized() },
]
const VISITOR_PLACES: readonly Place[] = [
  { key: 'home', name: 'Home', href: paths.home() },
  { key: 'marketplace', name: 'Marketplace', href: paths.marketplace() },
  { key: 'login', name: 'Login', href: paths.login() },
  { key: 'register', name: 'Sign Up', href: paths.register() },
]
const USER_PLACES: readonly Place[] = [
  { key: 'profile', name: 'Profile Settings', href: paths.profile() },
  { key: 'settings', name: 'Account Settings', href: paths.settings() },
  { key: 'upgrade', name: 'Upgrade', href: paths.upgrade() },
  { key: 'workspace', name: 'People and settings', href: paths.workspace() },
  { key: 'activity', name: 'Activity', href: paths.workspace('activity') },
  { key: 'payments', name: 'Payments', href: paths.payments() },
  { key: 'purchases', name: 'Purchases', href: paths.payments({ tab: 'purchases' }) },
  { key: 'invoices', name: 'Invoices', href: paths.subscription('invoices') },
  { key: 'credits', name: 'Credits', href: CREDITS_PAGE },
  { key: 'analytics', name: 'Analytics', href: paths.analytics() },
  { key: 'knowledge', name: 'Knowledge', href: paths.knowledge },
  { key: 'benches', name: 'Private benches', href: paths.benches() },
  { key: 'inbox', name: 'Inbox', href: paths.inbox() },
  { key: 'review', name: 'Review queue', href: paths.review() },
  { key: 'integrations', name: 'Apps', href: paths.integrations() },
  { key: 'execution-recovery', name: 'Execution Recovery', href: paths.executionRecovery() },
  { key: 'design-system', name: 'Design System', href: paths.designSystem() },
  { key: 'node-config-test', name: 'Node Configuration Test', href: paths.nodeConfigTest() },
]
const SELLER_PLACES: readonly Place[] = [
  { key: 'publish', name: 'Publish an agent', href: paths.publish() },
  { key: 'create-agent', name: 'Create agent', href: paths.createAgent() },
  { key: 'import-agents', name: 'Import agents', href: paths.importAgents() },
  { key: 'skills', name: 'Skills', href: paths.skills() },
  { key: 'data-tables', name: 'Data tables', href: paths.dataTables() },
  { key: 'workflow-templates', name: 'Workflow templates', href: paths.workflowTemplates() },
  ...SELLER_AREA.map(({ name, href }) => ({
    key: href,
    name,
    area: 'Seller area',
    href,
  })),
  { key: 'premium', name: 'Premium', href: paths.premium() },
]
/** The sections of the account settings, by their key in the address. */
export const SETTINGS_SECTIONS = {
  account: 'Account',
  security: 'Security',
  connections: 'Connections',
  notifications: 'Notifications',
  'api-keys': 'API keys',
  credentials: 'Credentials',
  apps: 'Apps',
  models: 'Models',
  appearance: 'Appearance',
  policy: 'Data policy',
  data: 'Your data',
} as const

/** Every page that a user may open, whether it is in the navigation or not; a visitor has no role. */
export function pageEntries(
  role: Role | null,
  permissions: Iterable<string> = role ? permissionsOf(role) : [],
): Place[] {
  if (role === null) return [...VISITOR_PLACES, ...OPEN_PLACES]
  const offered = navigationFor(role, permissions)
  return [
    ...offered.main.filter((item) => !item.external),
    ...offered.admin,
    ...findAdminPlaces(role).map((place) => ({ ...place, description: 'Administration' })),
    ...USER_PLACES,
    ...(isSellerOrAbove(role) ? SELLER_PLACES : []),
    ...OPEN_PLACES,
  ]
}

export function useEntries(): { places: Entry[]; settings: Entry[]; actions: Entry[] } {
  const user = useUser()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { shown, toggle } = useTheme()
  const go = (href: string) => () => void navigate(href)
  const entryOf = ({ key, name, href, description, area }: Place): Entry => ({
    key,
    label: area ? `${t(area)}: ${t(name)}` : t(name),
    ...(description && { hint: t(description) }),
    act: go(href),
  })
  // Of a workspace, for those who manage it.
  const mayManage = user?.workspace !== undefined && mayIn(user.workspace.role, 'manage')
  const named = (user ? pageEntries(user.role, user.permissions) : pageEntries(null)).filter(
    ({ key }) => key !== 'activity' || mayManage,
  )
  const places = new Map(named.map((place) => [place.href, entryOf(place)]))
  const sections = Object.entries(SETTINGS_SECTIONS).map(([key, name]) => ({
    key: `settings ${key}`,
    label: `${t('Account Settings')}: ${t(name)}`,
    act: go(paths.settings(key)),
  }))
  const languages = LANGUAGE_CODES.filter((code) => code !== currentLanguage()).map((code) => ({
    key: `language ${code}`,
    label: `${t('Language')}: ${LANGUAGE_NAMES[code]}`,
    // What fails leaves the language as it is, which is seen at once.
    act: () => void chooseLanguage(code).catch(() => {}),
  }))
  const actions: Entry[] = [
    { key: 'theme', label: shown === 'dark' ? t('Use light theme') : t('Use dark theme'), act: toggle },
    ...languages,
    { key: 'keys', label: t('Keyboard shortcuts'), hint: '?', act: () => setTimeout(() => overlay.set('shortcuts')) },
    ...(user ? [{ key: 'out', label: t('Sign Out'), act: () => void signOut() }] : []),
  ]
  return { places: [...places.values()], settings: user ? sections : [], actions }
}

/** What the open page can do now; what cannot be done says why instead of its key. */
export const actionEntries = ({ actions }: PageActions): Entry[] =>
  actions.map(({ id, label, keys, enabled, perform }) => {
    const may = enabled()
    const hint = may === true ? keys.join(' ') : may
    // After the palette has closed and given the focus back.
    return { key: `page ${id}`, label, ...(hint && { hint }), act: () => setTimeout(perform) }
  })

/** What the open page holds. */
export const thingEntries = ({ things }: PageActions): Entry[] =>
  things().map(({ id, label, hint, go }) => ({ key: `thing ${id}`, label, hint, act: () => setTimeout(go) }))

export const docEntries = (go: (href: string) => void): Entry[] =>
  DOC_PAGES.map(({ slug, title, group }) => ({
    key: `docs ${slug}`,
    label: title,
    hint: group,
    act: () => go(paths.docs(slug)),
  }))

/** Where is looked, by the sign that is typed first: all over without one. */
export const SCOPES = { '@': 'nodes', '/': 'commands', '#': 'work' } as const
export type Scope = (typeof SCOPES)[keyof typeof SCOPES] | 'all'

/** `@ check` looks for “check” among the nodes. */
export function parseScope(text: string): { scope: Scope; words: string } {
  const sign = text.trimStart()[0] ?? ''
  if (!(sign in SCOPES)) return { scope: 'all', words: text }
  return { scope: SCOPES[sign as keyof typeof SCOPES], words: text.trimStart().slice(1) }
}

/** Whether the words are in the entry, in any order. */
export const matchesWords = ({ label, hint = '' }: Entry, text: string): boolean => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const held = `${label} ${hint}`.toLowerCase()
  return words.every((word) => held.includes(word))
}

/** Those that fit what is typed; the ones whose name begins so come first. */
export function filterEntries(entries: readonly Entry[], text: string): Entry[] {
  const typed = text.trim().toLowerCase()
  const begins = ({ label }: Entry) => Number(label.toLowerCase().startsWith(typed))
  return entries.filter((entry) => matchesWords(entry, text)).toSorted((a, b) => begins(b) - begins(a))
}
