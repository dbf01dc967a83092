/** §1's texts, the partners and the carousel of §9, rendered without a browser. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Below } from './below.tsx'
import { CAROUSEL } from './carousel.ts'
import { ClaimText } from './claim-text.tsx'
import { CALL_TO_ACTION, FIGURES, isShown, PARTNERS, PROMISE, TESTIMONIALS, TRUST, Unproved } from './claims.ts'

const router = createMemoryRouter([{ path: '/', Component: Below }])
const text = (html: string): string =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<\/?(?:strong|span)[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&amp;', '&')
const page = <RouterProvider router={router} />
const drawn = (part: ReactNode): string =>
  renderToString(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>)
const below = drawn(<Unproved value="show">{page}</Unproved>)

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
    const shipped = text(drawn(page))
    const hidden = [PROMISE, ...FIGURES].map(({ text }) => text)
    for (const words of [...hidden, ...TESTIMONIALS.map(({ name }) => name)]) expect(shipped).not.toContain(words)
    expect(CALL_TO_ACTION.map(({ text }) => text).filter((words) => shipped.includes(words))).toEqual([
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
