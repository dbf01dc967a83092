/** What the law asks a seller in India to say, on the page where it is looked for; rendered without a browser. */
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { pageAt } from '#contract/platform/pages.ts'
import { company } from '#web/app/shell/company.ts'
import { Component as AboutUs } from './about-us.tsx'
import { Component as Privacy } from './privacy.tsx'
import { Component as RefundPolicy } from './refund-policy.tsx'
import { Component as Terms } from './terms.tsx'

const PAGES = { '/about-us': AboutUs, '/terms': Terms, '/privacy': Privacy, '/refund-policy': RefundPolicy }
const rendered = Object.entries(PAGES).map(([path, Component]): [string, string] => {
  const router = createMemoryRouter([{ path, Component }], { initialEntries: [path] })
  return [
    path,
    renderToString(<RouterProvider router={router} />)
      .replaceAll('<!-- -->', '')
      .replaceAll('&amp;', '&'),
  ]
})
const html = (path: string): string => rendered.find(([one]) => one === path)?.[1] ?? ''

describe.each(rendered)('%s', (_path, page) => {
  it('has one heading, a date, and contents that lead to each section once', () => {
    expect(page.match(/<h1/g)).toHaveLength(1)
    expect(page).toMatch(/Last updated <time dateTime="\d{4}-\d{2}-\d{2}"/i)
    const contents = [...page.matchAll(/<a href="#([\w-]+)"/g)].map(([, id]) => id)
    const sections = [...page.matchAll(/<h2 id="([\w-]+)"/g)].map(([, id]) => id)
    expect(contents).toEqual(sections)
    expect(new Set(sections).size).toBe(sections.length)
  })

  it('links to pages of the product only', () => {
    for (const [, href] of page.matchAll(/<a href="(\/[^"]*)"/g))
      expect(pageAt(new URL(href ?? '', 'http://x').pathname), href).not.toBeNull()
  })

  it('bothers no visitor with what its operator has to do', () => {
    expect(page).not.toContain('Only administrators see this note')
  })
})

it.each([
  ['/about-us', [company.name, company.cin, company.gstin, company.registered_office, company.support_email]],
  ['/about-us', [company.grievance_officer, company.grievance_designation, 'Powered by AI, Built in India']],
  ['/terms', ['within 48 hours', 'within one month', company.grievance_email, company.grievance_phone]],
  ['/terms', ['no CPT table ships', 'American Medical Association', 'not legal advice', 'not medical advice']],
  [
    '/terms',
    ['Information Technology Act, 2000', 'commission of 15 %', 'section 194-O', 'section 52', 'held for 7 days'],
  ],
  ['/terms', ['closed balance', 'cannot be withdrawn', '7 days takes no card', '₹15,000', 'include GST']],
  ['/privacy', ['Digital Personal Data Protection Act, 2023', 'Purpose', 'Data Protection Board', 'Withdraw consent']],
  ['/privacy', ['Nominate', 'Export my data', 'Eighth Schedule', company.grievance_email, '24 hours']],
  ['/refund-policy', ['Failed and empty runs are free', '7-day free trial', 'cannot be withdrawn', 'credit note']],
  ['/refund-policy', ['within one month', 'within 48 hours', 'no cancellation fee', '1915']],
])('%s says %j', (path, texts) => {
  for (const text of texts) expect(html(path)).toContain(text)
})
