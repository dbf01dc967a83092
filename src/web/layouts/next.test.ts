import { describe, expect, it } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { safeNext } from './next.ts'

const ORIGIN = 'https://chowk.example'

describe('safeNext', () => {
  it.each(['/dashboard', '/my-ai-services?page=2#runs', '/nowhere'])('follows %s', (next) => {
    expect(safeNext(next, ORIGIN)).toBe(next)
  })
  it.each([
    null,
    '',
    'dashboard',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\/evil.example',
    'javascript:alert(1)',
    ' /dashboard',
    '/login',
    '/register?next=/x',
    '/',
  ])('does not follow %j', (next) => {
    expect(safeNext(next, ORIGIN)).toBeNull()
  })
})

it('knows every guest-only page of the contract', () => {
  for (const { path, guard } of PAGES) if (guard === 'guest-only') expect(safeNext(path, ORIGIN), path).toBeNull()
})
