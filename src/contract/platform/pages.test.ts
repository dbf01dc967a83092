/** The tables of specification §2.1 and §2.2, row by row. */
import { describe, expect, it } from 'vitest'
import { permissionsOf, ROLES, type Role } from '#contract/core/access.ts'
import { isActive, NAVIGATION, visibleItems } from './navigation.ts'
import { PAGES, pageAt } from './pages.ts'

const ROUTES: [paths: string, guard: string][] = [
  ['/', 'guest-only'],
  ['/marketplace', 'public'],
  ['/marketplace/publish', 'seller-type'],
  ['/agent/{id}', 'public'],
  ['/workflow-agents', 'public'],
  ['/pricing /contact /about-us /terms /privacy /refund-policy /docs /api', 'public'],
  ['/login /register /forgot-password /auth', 'guest-only'],
  ['/oauth2/gmail/callback', 'public'],
  ['/subscribe/{tierId}', 'public'],
  ['/subscription-success', 'public'],
  ['/dashboard', 'authenticated'],
  ['/subscription', 'authenticated'],
  ['/my-ai-services /profile /settings /upgrade /analytics /execution-recovery /design-system', 'authenticated'],
  ['/mcp-tools /my-workflows /node-config-test', 'authenticated'],
  ['/executions /executions/{executionId} /admin/pricing /admin/system', 'super-admin'],
  ['/custom-agents /workflows /agents/create /workflows/designer /plugins /premium /seller/*', 'seller-type'],
  ['/admin /admin/users /admin/execution-logs /admin/metrics /admin-dashboard /admin/*', 'admin'],
]

describe('the pages of §2.1', () => {
  const rows = ROUTES.flatMap(([paths, guard]) => paths.split(' ').map((path): [string, string] => [path, guard]))

  it.each(rows)('%s is %s', (path, guard) => {
    expect(PAGES.find((page) => page.path === path)?.guard).toBe(guard)
  })

  it.each(rows)('%s is found at its address', (path) => {
    const address = path.replace(/\{\w+\}/, 'some-id').replace('*', 'deep/er')
    expect(pageAt(address)?.path).toBe(path)
  })

  it('are each there once, with a title', () => {
    expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length)
    expect(PAGES.every(({ title }) => title !== '')).toBe(true)
  })

  it.each(['/nowhere', '/agent', '/agent/a/b', '/seller', '/marketplace/other', '/executions/a/b'])(
    '%s is no page',
    (path) => {
      expect(pageAt(path)).toBeNull()
    },
  )

  it('prefers an exact address to one with parameters', () => {
    expect(pageAt('/admin/users')?.path).toBe('/admin/users')
    expect(pageAt('/admin/anything')?.path).toBe('/admin/*')
  })
})

const ITEMS: [
  name: string,
  href: string,
  badge: string | null,
  permission: string | null,
  roles: Role[] | null,
  section: string,
][] = [
  ['Dashboard', '/dashboard', null, null, null, 'main'],
  ['Marketplace', '/marketplace', null, null, null, 'main'],
  ['Workflow Agents', '/workflow-agents', 'Discover', null, null, 'main'],
  ['Workflows', '/workflows', 'Enhanced', 'workflows.create', null, 'main'],
  ['Executions', '/executions', null, null, ['super_admin'], 'admin'],
  ['My Workflows', '/my-workflows', 'New', 'pods.view_own', null, 'main'],
  ['My AI Services', '/my-ai-services', 'Persistent', 'pods.create.subscribed_agent', null, 'main'],
  ['Custom agents', '/custom-agents', null, 'agents.create', null, 'main'],
  ['Plugins', '/plugins', null, 'workflows.create', null, 'main'],
  ['MCP Tools', '/mcp-tools', 'AI', null, null, 'main'],
  ['Subscription', '/subscription', null, null, null, 'main'],
  ['Docs', '/docs', null, null, null, 'main'],
  ['Admin Panel', '/admin', null, 'admin.access', ['admin', 'super_admin'], 'admin'],
  ['User Management', '/admin/users', null, 'users.manage', ['admin', 'super_admin'], 'admin'],
  ['Pricing Management', '/admin/pricing', 'Super Admin', null, ['super_admin'], 'admin'],
  ['Analytics', '/analytics', null, 'analytics.view', ['admin', 'super_admin'], 'admin'],
]

describe('the navigation of §2.2', () => {
  it.each(ITEMS)('%s', (name, href, badge, permission, roles, section) => {
    expect(NAVIGATION.find((item) => item.name === name)).toMatchObject({
      href,
      badge,
      permission,
      roles,
      section,
      external: href === '/docs',
    })
  })

  it('has these items and no others, in this order', () => {
    expect(NAVIGATION.map(({ name }) => name)).toEqual(ITEMS.map(([name]) => name))
  })

  it.each(ROLES)('shows %s what the role and the permissions allow', (role) => {
    const expected = ITEMS.filter(
      ([, , , permission, roles]) =>
        (roles === null || roles.includes(role)) &&
        (permission === null || (permissionsOf(role) as string[]).includes(permission)),
    )
    expect(visibleItems(role, permissionsOf(role)).map(({ name }) => name)).toEqual(expected.map(([name]) => name))
  })

  it('hides what the permission is not held for, whatever the role', () => {
    expect(visibleItems('super_admin', []).map(({ name }) => name)).not.toContain('Admin Panel')
  })

  it('marks the item whose path is the address or a prefix of it', () => {
    const active = (path: string) => NAVIGATION.filter((item) => isActive(item, path)).map(({ href }) => href)
    expect(active('/admin/users')).toEqual(['/admin', '/admin/users'])
    expect(active('/executions/42')).toEqual(['/executions'])
    expect(active('/administrators')).toEqual([])
  })
})
