import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { pageAt } from '#contract/platform/pages.ts'
import { company } from './company.ts'
import { FOOTER, Footer } from './footer.tsx'

const html = renderToStaticMarkup(<Footer />)
const entries = FOOTER.flatMap((section) => section.entries)

it('has the five sections of §2.3, the tagline, the badge and the firm', () => {
  expect(FOOTER.map(({ title }) => title)).toEqual(['Product', 'Account', 'Solutions', 'Support', 'Legal'])
  for (const text of ['Powered by AI, Built in India', 'Startup support', company.name, company.cin])
    expect(html).toContain(text)
})

it.each(entries.map(({ label, href }) => [label, href]))('%s leads to a page of the product: %s', (_label, href) => {
  expect(pageAt(new URL(href, 'http://x').pathname)).not.toBeNull()
})

it('links every entry', () => {
  for (const { label, href } of entries) {
    expect(html).toContain(`href="${href.replaceAll('&', '&amp;')}"`)
    expect(html).toContain(label)
  }
})

it('names the four linked categories', () => {
  for (const slug of ['healthcare', 'document-processing', 'finance', 'customer-service'])
    expect(html).toContain(`/marketplace?category=${slug}`)
})
