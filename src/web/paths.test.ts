import { describe, expect, it } from 'vitest'
import { pageAt } from '#contract/platform/pages.ts'
import { paths, searchPath } from './paths.ts'

const ID = '0198c0de-0000-7000-8000-000000000001'
const ALL: string[] = [
  paths.home(),
  paths.marketplace(),
  paths.marketplace({ search: 'medical & legal', category: 'healthcare', page: 2 }),
  paths.agent('icd10-coder'),
  paths.run(ID),
  paths.login(),
  paths.login('/my-ai-services?page=2'),
  paths.register(),
  paths.forgotPassword(),
  paths.auth(),
  paths.unauthorized(),
  paths.dashboard(),
  paths.services(),
  paths.service(ID),
  paths.myWorkflows({ status: 'failed' }),
  paths.designSystem('data'),
  paths.contact(),
  paths.contact('enterprise'),
  paths.pricing(),
  paths.pricing('yearly'),
  paths.subscribe('starter', 'yearly'),
  paths.aboutUs(),
  paths.terms(),
  paths.privacy(),
  paths.refundPolicy(),
  paths.upgrade(),
  paths.profile(),
  paths.settings(),
  paths.subscription(),
  paths.docs(),
  paths.docs('self-hosting'),
]

describe('paths', () => {
  it('are these', () => {
    expect(ALL).toMatchInlineSnapshot(`
      [
        "/",
        "/marketplace",
        "/marketplace?search=medical+%26+legal&category=healthcare&page=2",
        "/agent/icd10-coder",
        "/runs/0198c0de-0000-7000-8000-000000000001",
        "/login",
        "/login?next=%2Fmy-ai-services%3Fpage%3D2",
        "/register",
        "/forgot-password",
        "/auth",
        "/unauthorized",
        "/dashboard",
        "/my-ai-services",
        "/my-ai-services/0198c0de-0000-7000-8000-000000000001",
        "/my-workflows?status=failed",
        "/design-system?tab=data",
        "/contact",
        "/contact?topic=enterprise",
        "/pricing",
        "/pricing?billing=yearly",
        "/subscribe/starter?billing=yearly",
        "/about-us",
        "/terms",
        "/privacy",
        "/refund-policy",
        "/upgrade",
        "/profile",
        "/settings",
        "/subscription",
        "/docs",
        "/docs/self-hosting",
      ]
    `)
  })
  it('all lead to a page of the contract', () => {
    for (const path of ALL) expect(pageAt(new URL(path, 'http://x').pathname), path).not.toBeNull()
  })
  it('encode what they are given', () => {
    expect(paths.agent('a/b?c')).toBe('/agent/a%2Fb%3Fc')
  })
})

describe('searchPath', () => {
  it('trims, encodes, and goes to the plain marketplace when empty', () => {
    expect(searchPath('  medical & legal ')).toBe('/marketplace?search=medical+%26+legal')
    expect(searchPath('   ')).toBe('/marketplace')
  })
})
