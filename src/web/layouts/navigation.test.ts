import { describe, expect, it } from 'vitest'
import { permissionsOf, type Role } from '#contract/access.ts'
import { NAVIGATION } from '#contract/navigation.ts'
import { pageAt } from '#contract/pages.ts'
import { activeItem, navigationFor } from './navigation.ts'

const keys = (role: Role) => {
  const { main, admin } = navigationFor(role, permissionsOf(role))
  return { main: main.map((item) => item.key), admin: admin.map((item) => item.key) }
}

describe('navigationFor', () => {
  it('offers only what has a page, or is served beside the pages', () => {
    for (const role of ['basic_user', 'super_admin'] as const) {
      const { main, admin } = navigationFor(role, permissionsOf(role))
      for (const item of [...main, ...admin]) expect(item.external || pageAt(item.href)?.served).toBe(true)
    }
  })
  it('leaves out what the user may not see', () => {
    expect(keys('basic_user').main).toContain('my-ai-services')
    expect(keys('basic_user').admin).toEqual([])
    expect(navigationFor('basic_user', []).main.map((item) => item.key)).not.toContain('my-ai-services')
  })
})

describe('activeItem', () => {
  it('is the longest path that equals the current one or begins it', () => {
    const active = (pathname: string) => activeItem(NAVIGATION, pathname)?.key ?? null
    expect(active('/my-ai-services/42')).toBe('my-ai-services')
    expect(active('/admin/users')).toBe('admin-users')
    expect(active('/admin')).toBe('admin')
    expect(active('/administration')).toBeNull()
    expect(active('/')).toBeNull()
  })
})
