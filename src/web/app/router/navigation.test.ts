import { describe, expect, it } from 'vitest'
import { permissionsOf, ROLES, type Role } from '#contract/core/access.ts'
import { NAVIGATION } from '#contract/platform/navigation.ts'
import { pageAt } from '#contract/platform/pages.ts'
import { activeItem, navigationFor } from './navigation.ts'

const keys = (role: Role) => {
  const { main, admin } = navigationFor(role, permissionsOf(role))
  return { main: main.map((item) => item.key), admin: admin.map((item) => item.key) }
}

/** §2.2, item by item: path, badge, the least role that sees it, and its section. */
const TABLE: readonly [name: string, path: string, badge: string | null, from: Role, section: 'main' | 'admin'][] = [
  ['Dashboard', '/dashboard', null, 'basic_user', 'main'],
  ['Marketplace', '/marketplace', null, 'basic_user', 'main'],
  ['Workflow Agents', '/workflow-agents', 'Discover', 'basic_user', 'main'],
  ['Workflows', '/workflows', 'Enhanced', 'seller', 'main'],
  ['Executions', '/executions', null, 'super_admin', 'admin'],
  ['My Workflows', '/my-workflows', 'New', 'basic_user', 'main'],
  ['My AI Services', '/my-ai-services', 'Persistent', 'basic_user', 'main'],
  ['Custom agents', '/custom-agents', null, 'seller', 'main'],
  ['Plugins', '/plugins', null, 'seller', 'main'],
  ['MCP Tools', '/mcp-tools', 'AI', 'basic_user', 'main'],
  ['Subscription', '/subscription', null, 'basic_user', 'main'],
  ['Docs', '/docs', null, 'basic_user', 'main'],
  ['Admin Panel', '/admin', null, 'admin', 'admin'],
  ['User Management', '/admin/users', null, 'admin', 'admin'],
  ['Pricing Management', '/admin/pricing', 'Super Admin', 'super_admin', 'admin'],
  ['Analytics', '/analytics', null, 'admin', 'admin'],
]

describe('navigationFor', () => {
  it('holds the items of the specification', () => {
    expect(NAVIGATION.map(({ name, href, badge }) => [name, href, badge])).toEqual(
      TABLE.map(([name, path, badge]) => [name, path, badge]),
    )
    expect(NAVIGATION.filter((item) => item.external).map((item) => item.key)).toEqual(['docs'])
    for (const { href } of NAVIGATION) expect(pageAt(href), href).not.toBeNull()
  })
  it.each(ROLES)('shows each item to %s or not, as the specification says', (role) => {
    const { main, admin } = navigationFor(role, permissionsOf(role))
    const seen = [...main, ...admin].map(({ name, section }) => `${section} ${name}`)
    const expected = TABLE.filter(([, , , from]) => ROLES.indexOf(role) >= ROLES.indexOf(from))
    expect(seen.sort()).toEqual(expected.map(([name, , , , section]) => `${section} ${name}`).sort())
  })
  it('has an Administration section only with something in it', () => {
    expect(ROLES.map((role) => keys(role).admin.length)).toEqual([0, 0, 0, 3, 5])
  })
  it('wants the role and the permission, both', () => {
    expect(navigationFor('basic_user', []).main.map((item) => item.key)).not.toContain('my-ai-services')
    expect(navigationFor('super_admin', []).admin.map((item) => item.key)).toEqual(['executions', 'admin-pricing'])
    expect(keys('basic_user').main).toContain('my-ai-services')
    expect(navigationFor('basic_user', permissionsOf('super_admin')).admin).toEqual([])
  })
})

describe('activeItem', () => {
  it('is the longest path that equals the current one or begins it', () => {
    const active = (pathname: string) => activeItem(NAVIGATION, pathname)?.key ?? null
    expect(active('/my-ai-services/42')).toBe('my-ai-services')
    expect(active('/docs/api')).toBe('docs')
    expect(active('/admin/users')).toBe('admin-users')
    expect(active('/admin')).toBe('admin')
    expect(active('/administration')).toBeNull()
    expect(active('/')).toBeNull()
  })
})
