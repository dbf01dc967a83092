import { describe, expect, it } from 'vitest'
import type { Guard, Role } from '#contract/core/access.ts'
import { decideAdmission } from './admission.ts'

const at = (path: string) => new URL(path, 'https://chowk.example')
const enter = { type: 'enter' }

describe('admission', () => {
  it('lets anybody into a public page', () => {
    expect(decideAdmission('public', null, at('/marketplace'))).toEqual(enter)
    expect(decideAdmission('public', 'seller', at('/marketplace'))).toEqual(enter)
  })

  it('sends a visitor to the login with the way back', () => {
    expect(decideAdmission('authenticated', null, at('/my-ai-services?page=2'))).toEqual({
      type: 'login',
      next: '/my-ai-services?page=2',
    })
    expect(decideAdmission('admin', null, at('/admin'))).toEqual({ type: 'login', next: '/admin' })
  })

  it('sends a signed-in user away from a guest-only page, to where they wanted to go', () => {
    expect(decideAdmission('guest-only', null, at('/login'))).toEqual(enter)
    expect(decideAdmission('guest-only', 'basic_user', at('/login'))).toEqual({ type: 'leave', to: '/dashboard' })
    expect(decideAdmission('guest-only', 'basic_user', at('/login?next=%2Fdesign-system%3Ftab%3Ddata'))).toEqual({
      type: 'leave',
      to: '/design-system?tab=data',
    })
    expect(decideAdmission('guest-only', 'basic_user', at('/login?next=https://evil.example'))).toEqual({
      type: 'leave',
      to: '/dashboard',
    })
  })

  const allowed: [Guard, Role[]][] = [
    ['authenticated', ['basic_user', 'seller', 'creator_admin', 'admin', 'super_admin']],
    ['seller-type', ['seller', 'creator_admin', 'admin', 'super_admin']],
    ['admin', ['admin', 'super_admin']],
    ['super-admin', ['super_admin']],
  ]
  it.each(allowed)('%s admits %j and nobody else', (guard, roles) => {
    for (const role of ['basic_user', 'seller', 'creator_admin', 'admin', 'super_admin'] as const) {
      expect(decideAdmission(guard, role, at('/x')).type).toBe(roles.includes(role) ? 'enter' : 'deny')
    }
  })
})
