/**
 * Specification §2.1, every route for a guest and for each role: what the client does with them, and what the server answers at the address.
 * Pages of later issues answer 404 to everybody; one that is served answers 200, and only a page that a visitor may open is indexed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Guard, ROLES, type Role } from '#contract/core/access.ts'
import { DOC_PAGES } from '#contract/platform/docs-pages.ts'
import { headOf, PAGE_HEADS, pagesToDraw } from '#contract/platform/page-heads.ts'
import { PAGES } from '#contract/platform/pages.ts'
import { limitRequests } from '#server/platform/http/security.ts'
import { serveWeb } from '#server/platform/http/static.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { decideAdmission } from '#web/app/guards/admission.ts'

const folder = mkdtempSync(join(tmpdir(), 'chowk-routes-'))
mkdirSync(join(folder, 'web'))
writeFileSync(
  join(folder, 'web/index.html'),
  '<html><head><title>x</title></head><body><div id="root"></div></body></html>',
)
const app = Fastify()
beforeAll(async () => {
  app.decorateRequest('caller', null)
  await limitRequests(app, () => 1_000)
  await serveWeb(app, join(folder, 'web'), {
    readShellRole: async () => null,
    brand: readTestBrand,
    origin: 'https://chowk.example',
    company: () => ({}),
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Who enters where (guest first, then the roles by rank): e enters, l is sent to the login, d to the dashboard, x is denied. */
const TABLE: Record<Guard, string> = {
  public: 'eeeeee',
  'guest-only': 'eddddd',
  authenticated: 'leeeee',
  'seller-type': 'lxeeee',
  admin: 'lxxxee',
  'super-admin': 'lxxxxe',
}
const WHO: (Role | null)[] = [null, ...ROLES]
const LETTERS = { enter: 'e', login: 'l', leave: 'd', deny: 'x' } as const

const addressOf = (path: string): string =>
  path
    .replace('{page}', 'api')
    .replace(/\{\w+\}/g, 'some-id')
    .replace('*', 'deep/er')
const pages = PAGES.map((page) => [page.path, page] as const)

describe('the client', () => {
  it.each(pages)('at %s admits whom the guard names', (path, { guard }) => {
    const url = new URL(addressOf(path), 'https://chowk.example')
    const verdicts = WHO.map((role) => decideAdmission(guard, role, url))
    expect(verdicts.map(({ type }) => LETTERS[type]).join('')).toBe(TABLE[guard])
    for (const verdict of verdicts) {
      if (verdict.type === 'login') expect(verdict.next).toBe(url.pathname)
      if (verdict.type === 'leave') expect(verdict.to).toBe('/dashboard')
    }
  })
})

describe('the server', () => {
  const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })

  it.each(pages)('at %s answers what the list of pages says', async (path, page) => {
    const { statusCode, body } = await get(addressOf(path))
    expect(statusCode).toBe(200)
    const indexed = headOf(page)?.index === true
    expect(body.includes('name="robots" content="noindex"')).toBe(!indexed)
    expect(body.includes('rel="canonical"')).toBe(indexed)
  })

  it.each([
    '/nowhere',
    '/agent',
    '/docs/no-such-page',
    '/docs/api/deeper',
    '/admin.php',
    '/dashboard/deeper',
    '/%00',
    '/..%2f..%2fetc%2fpasswd',
  ])('at %s answers 404', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })
})

describe('what search engines are told', () => {
  it('is said of every page that a visitor may open, and of no other', () => {
    const open = PAGES.filter(({ guard }) => guard === 'public' || guard === 'guest-only').map(({ path }) => path)
    expect(Object.keys(PAGE_HEADS).filter((path) => !open.includes(path))).toEqual([])
    // Opened by a token that only its holder has, or passed through on the way.
    const passing = /^\/(?:runs|join|approve|oauth2|oauth|subscribe|subscription-success|reset-password|verify-email)\b/
    expect(open.filter((path) => !(path in PAGE_HEADS) && !passing.test(path))).toEqual([])
  })

  it('fits into a result of a search', () => {
    const descriptions = [...Object.values(PAGE_HEADS), ...DOC_PAGES].map(({ description }) => description)
    expect(new Set(descriptions).size).toBe(descriptions.length)
    for (const description of descriptions) {
      expect(description.length, description).toBeLessThanOrEqual(160)
      expect(description, description).toMatch(/\.$/)
    }
  })

  it('leads to pages that are drawn ahead', () => {
    expect(pagesToDraw().map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/marketplace', '/login']))
  })
})
