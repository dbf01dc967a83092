import { describe, expect, it } from 'vitest'
import { PAGES } from '#contract/platform/pages.ts'
import { safeNext } from './next.ts'

const ORIGIN = 'https://chowk.example'

describe('safeNext', () => {
  it.each([
    // One path of ours, whatever it looks like.
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/@evil.example', '/@evil.example'],
    ['/a//evil.example', '/a//evil.example'],
    ['/dashboard?next=//evil.example', '/dashboard?next=//evil.example'],
    ['/dashboard#javascript:alert(1)', '/dashboard#javascript:alert(1)'],
    ['/x/../dashboard', '/dashboard'],
    ['/\u0000/evil.example', '/%00/evil.example'],
    ['/\u2028//evil.example', '/%E2%80%A8//evil.example'],
  ])('stays on the site with %j', (next, path) => {
    expect(safeNext(next, ORIGIN)).toBe(path)
    expect(new URL(path, ORIGIN).origin).toBe(ORIGIN)
  })
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
    // dots that go once the address is read
    '/.//evil.example',
    '/./\\evil.example',
    '/x/..//evil.example',
    '/x/../\\evil.example',
    '/%2e//evil.example',
    '/x/%2E%2E//evil.example',
    '/\t/evil.example/..',
    // other schemes, users, hosts and ports
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://chowk.example/1',
    'file:///etc/passwd',
    'https:evil.example',
    'https:/evil.example',
    'https://chowk.example@evil.example',
    'https://chowk.example.evil.example',
    'https://chowk.example:444/',
    '@evil.example',
    '///evil.example',
    '////evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '/\r\n/evil.example',
    '\u3000//evil.example',
    '%2f%2fevil.example',
    '/login',
    '/login/',
    '/./login',
    '/x/../login?next=/x',
    '/register?next=/x',
    '/',
  ])('does not follow %j', (next) => {
    expect(safeNext(next, ORIGIN)).toBeNull()
  })
})

it('knows every guest-only page of the contract', () => {
  for (const { path, guard } of PAGES) if (guard === 'guest-only') expect(safeNext(path, ORIGIN), path).toBeNull()
})
