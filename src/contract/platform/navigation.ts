/** The navigation of specification §2.2, and who sees an item. Plain data. */
import type { Permission, Role } from '#contract/core/access.ts'

export interface NavigationItem {
  key: string
  name: string
  href: string
  section: 'main' | 'admin'
  permission: Permission | null
  /** Roles that see it; null is all. */
  roles: readonly Role[] | null
  badge: string | null
  badgeVariant: 'default' | 'secondary' | 'outline'
  external: boolean
  description: string
}

const item = (key: string, name: string, href: string, description: string, extra: Partial<NavigationItem> = {}) => ({
  key,
  name,
  href,
  section: 'main' as const,
  permission: null,
  roles: null,
  badge: null,
  badgeVariant: 'secondary' as const,
  external: false,
  description,
  ...extra,
})

const ADMINS: readonly Role[] = ['admin', 'super_admin']
const SUPER: readonly Role[] = ['super_admin']

export const NAVIGATION: readonly NavigationItem[] = [
  item('dashboard', 'Dashboard', '/dashboard', 'What needs you first'),
  item('marketplace', 'Marketplace', '/marketplace', 'Find an agent'),
  item('workflow-agents', 'Workflow Agents', '/workflow-agents', 'Agents made of workflows', { badge: 'Discover' }),
  item('workflows', 'Workflows', '/workflows', 'Build workflows', {
    badge: 'Enhanced',
    permission: 'workflows.create',
  }),
  item('executions', 'Executions', '/executions', 'Every run on this installation', { section: 'admin', roles: SUPER }),
  item('my-workflows', 'My Workflows', '/my-workflows', 'Your runs', {
    badge: 'New',
    badgeVariant: 'default',
    permission: 'pods.view_own',
  }),
  item('my-ai-services', 'My AI Services', '/my-ai-services', 'Agents you have deployed', {
    badge: 'Persistent',
    permission: 'pods.create.subscribed_agent',
  }),
  item('custom-agents', 'Custom agents', '/custom-agents', 'Agents you make', { permission: 'agents.create' }),
  item('plugins', 'Plugins', '/plugins', 'Extend the designer', { permission: 'workflows.create' }),
  item('mcp-tools', 'MCP Tools', '/mcp-tools', 'Tools over the Model Context Protocol', { badge: 'AI' }),
  item('subscription', 'Subscription', '/subscription', 'Your plan'),
  item('docs', 'Docs', '/docs', 'Documentation', { external: true }),
  item('admin', 'Admin Panel', '/admin', 'Run the marketplace', {
    section: 'admin',
    roles: ADMINS,
    permission: 'admin.access',
  }),
  item('admin-users', 'User Management', '/admin/users', 'Approve, block, change roles', {
    section: 'admin',
    roles: ADMINS,
    permission: 'users.manage',
  }),
  item('admin-pricing', 'Pricing Management', '/admin/pricing', 'Plans and prices', {
    section: 'admin',
    roles: SUPER,
    badge: 'Super Admin',
    badgeVariant: 'outline',
  }),
  item('analytics', 'Analytics', '/analytics', 'Figures of the marketplace', {
    section: 'admin',
    roles: ADMINS,
    permission: 'analytics.view',
  }),
]

/** The inbox, after the services: for those who have a service that people chat with, with the number of chats that wait. */
export const INBOX_ITEM: NavigationItem = item(
  'inbox',
  'Inbox',
  '/inbox',
  'Answer people who chat with your services',
  {
    permission: 'pods.create.subscribed_agent',
  },
)
export const INBOX_AFTER = 'my-ai-services'

/** Knowledge, next to what answers from it: custom agents, or the services of those who make none. */
export const KNOWLEDGE_ITEM: NavigationItem = item(
  'knowledge',
  'Knowledge',
  '/knowledge',
  'Documents that agents answer from',
)
export const KNOWLEDGE_AFTER: readonly string[] = ['my-ai-services', 'inbox', 'custom-agents']

/** The review queue, after the runs, for members of a workspace who review. */
export const REVIEW_ITEM: NavigationItem = item(
  'review',
  'Review queue',
  '/review',
  'Check and sign off what agents found',
)
export const REVIEW_AFTER = 'my-workflows'

/** §2.2: visible when the role is listed (if a list is given) and the permission is held (if one is given). */
export const isVisible = (entry: NavigationItem, role: Role, permissions: Iterable<string>): boolean =>
  (entry.roles === null || entry.roles.includes(role)) &&
  (entry.permission === null || new Set(permissions).has(entry.permission))

export const visibleItems = (role: Role, permissions: Iterable<string>): NavigationItem[] => {
  const held = new Set(permissions)
  return NAVIGATION.filter((entry) => isVisible(entry, role, held))
}

/** §2.2: the active item's path equals the current path or is a prefix of it. */
export const isActive = (entry: NavigationItem, pathname: string): boolean =>
  pathname === entry.href || pathname.startsWith(`${entry.href}/`)
