/** §1's texts, the partners and the carousel of §9, rendered without a browser. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { Below } from './below.tsx'
import { CAROUSEL } from './carousel.ts'
import { ClaimText } from './claim-text.tsx'
import { CALL_TO_ACTION, FIGURES, PARTNERS, PROMISE, TESTIMONIALS, TRUST } from './claims.ts'

// As an operator who has set them to be shown.
vi.mock('./claims.ts', async (original) => ({
  ...(await original<typeof import('./claims.ts')>()),
  isShown: () => true,
}))
const { isShown } = await vi.importActual<typeof import('./claims.ts')>('./claims.ts')

const router = createMemoryRouter([{ path: '/', Component: Below }])
const text = (html: string): string =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<\/?(?:strong|span)[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&amp;', '&')
const below = renderToString(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)

describe('the texts of §1', () => {
  it.each([
    '4.9/5 from 200+ reviews',
    '500+ active builders',
    '₹2Cr+ revenue generated',
    'Clients earn ₹2-5 lakh monthly',
    'up to ₹50,000/month',
    '₹15,000+ saved monthly per clinic',
    '90% faster document processing',
    '80% reduction in support costs',
    'Free trial',
    'No credit card required',
    'Money-back guarantee',
    'Setup in 24 hours',
    'Expert support included',
    'Schedule demo call',
  ])('%s', (claim) => expect(text(below)).toContain(claim))

  it('say who trusts it', () => {
    expect(text(renderToString(<ClaimText claim={TRUST} />))).toBe('Trusted by 500+ Medical & Legal Professionals')
  })

  it('have two testimonials, of a medical firm’s CEO and a legal partner, with quote, name, title and initials', () => {
    expect(TESTIMONIALS.map(({ title }) => title.split(',')[0])).toEqual(['CEO', 'Partner'])
    for (const { quote, name, title, initials } of TESTIMONIALS) {
      for (const part of [quote, name, title.replaceAll('&', '&amp;'), initials]) expect(below).toContain(part)
      expect(initials).toMatch(/^[A-Z]{2}$/)
    }
  })

  it('sets in bold a part of each claim, and nothing else', () => {
    for (const claim of [...FIGURES, PROMISE, TRUST]) expect(claim.text).toContain(claim.figure)
  })
})

describe('what is not proved', () => {
  it('is shown or hidden as the operator sets; what is proved is always shown', () => {
    expect(isShown({ evidence: 'unproved' }, 'show')).toBe(true)
    expect(isShown({ evidence: 'unproved' }, 'hide')).toBe(false)
    expect(isShown({ evidence: { source: 'Survey', date: '2026-06-30' } }, 'hide')).toBe(true)
  })

  it('is hidden as shipped; what the product itself shows stays', () => {
    expect([TRUST, PROMISE, ...FIGURES, ...TESTIMONIALS, ...PARTNERS].some((one) => isShown(one))).toBe(false)
    expect(CALL_TO_ACTION.filter((one) => isShown(one)).map(({ text }) => text)).toEqual([
      'Free trial',
      'No credit card required',
      'Money-back guarantee',
    ])
  })
})

const pictures = Object.keys(import.meta.glob('../../../public/partners/*.svg')).map((path) =>
  path.replace(/^.*\/public/, ''),
)

describe('the partners', () => {
  it.each(PARTNERS.map((partner) => [partner.name, partner] as const))(
    '%s has a picture and words',
    (_name, partner) => {
      expect(pictures).toContain(partner.logoPath)
      expect(partner.logoFallback).not.toBe('')
      expect(below).toContain(`src="${partner.logoPath}"`)
    },
  )

  it('are eight, and pass by as §9 says', () => {
    expect(PARTNERS).toHaveLength(8)
    expect(CAROUSEL).toMatchObject({
      speed: 800,
      loop: true,
      slidesPerView: 2,
      spaceBetween: 24,
      breakpoints: {
        640: { slidesPerView: 3, spaceBetween: 32 },
        768: { slidesPerView: 4, spaceBetween: 40 },
        1024: { slidesPerView: 5, spaceBetween: 48 },
        1280: { slidesPerView: 6, spaceBetween: 56 },
      },
    })
  })
})
