/**
 * What the home page claims, and who speaks for it. For the operator:
 *
 * - Every claim, testimonial and partner carries its `evidence`: `'unproved'`, or where it can be checked and since when:
 *   `{ source: 'Survey of 40 clinics, June 2026', date: '2026-06-30' }`. A claim with evidence shows its source under the figures.
 *   `'product'`: anyone can see it in the product, such as its prices.
 * - `UNPROVED` decides what happens to the others: `'hide'` (as shipped) takes every unproved claim, testimonial and partner off the
 *   page, `'show'` brings the texts of the specification. Section 2(28) of the Consumer Protection Act 2019 forbids claims that
 *   mislead, and the people and partners below are invented: give them evidence, or replace them, before they are shown.
 */
import { createContext, use } from 'react'

export type Evidence = 'unproved' | 'product' | { source: string; date: string }

const UNPROVED = 'hide' as 'show' | 'hide'

export interface Claim {
  /** As it reads; `figure` is the part of it that is set in bold. */
  text: string
  figure: string | null
  evidence: Evidence
}

export interface Testimonial {
  quote: string
  name: string
  title: string
  /** Avatar initials. */
  initials: string
  evidence: Evidence
}

export interface Partner {
  name: string
  logoPath: string
  /** Shown when the picture fails to load. */
  logoFallback: string
  featured?: boolean
  evidence: Evidence
}

const claim = (text: string, figure: string | null = null, evidence: Evidence = 'unproved'): Claim => ({
  text,
  figure,
  evidence,
})

export const TRUST = claim('Trusted by 500+ Medical & Legal Professionals', '500+')
export const RATING = claim('4.9/5 from 200+ reviews', '4.9/5')
export const FIGURES: readonly Claim[] = [
  RATING,
  claim('500+ active builders', '500+'),
  claim('₹2Cr+ revenue generated', '₹2Cr+'),
  claim('Clients earn ₹2-5 lakh monthly', '₹2-5 lakh'),
]
export const PROMISE = claim('Earn up to ₹50,000/month from agents you build', 'up to ₹50,000/month')
export const SAVED = claim('₹15,000+ saved monthly per clinic', '₹15,000+')
export const FASTER = claim('90% faster document processing', '90%')
export const CHEAPER = claim('80% reduction in support costs', '80%')

/** What the call to action promises. */
export const CALL_TO_ACTION: readonly Claim[] = [
  claim('Free trial', null, 'product'),
  claim('No credit card required', null, 'product'),
  claim('Money-back guarantee', null, 'product'),
  claim('Setup in 24 hours'),
  claim('Expert support included'),
]

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    quote:
      'Our coders used to read every discharge summary twice. Now they open the note next to its codes, check each one against the marked sentence, and are done before lunch.',
    name: 'Dr. Meera Kulkarni',
    title: 'CEO, Arovita Clinics',
    initials: 'MK',
    evidence: 'unproved',
  },
  {
    quote:
      'What convinced me was that it says which clause is missing, and shows the words behind every finding. My associates start from a marked contract and argue about the right things.',
    name: 'Rohan Kavendra',
    title: 'Partner, Kavendra & Iyal LLP',
    initials: 'RK',
    evidence: 'unproved',
  },
]

const partner = (name: string, file: string, featured = false): Partner => ({
  name,
  logoPath: `/partners/${file}.svg`,
  logoFallback: name,
  featured,
  evidence: 'unproved',
})

export const PARTNERS: readonly Partner[] = [
  partner('Arovita Clinics', 'arovita', true),
  partner('Kavendra & Iyal', 'kavendra-iyal', true),
  partner('Medlattice', 'medlattice'),
  partner('Nyayvrit Legal', 'nyayvrit'),
  partner('Tarusetu Health', 'tarusetu'),
  partner('Docuvira', 'docuvira'),
  partner('Samvaadix', 'samvaadix'),
  partner('Ledgerika', 'ledgerika'),
]

/** Whether something is on the page: proved, or unproved while the operator shows such. */
export const isShown = ({ evidence }: { evidence: Evidence }, unproved: 'show' | 'hide'): boolean =>
  evidence !== 'unproved' || unproved === 'show'

export const Unproved = createContext(UNPROVED)

/** Which of the claims the page shows. */
export function useShown(): (one: { evidence: Evidence }) => boolean {
  const unproved = use(Unproved)
  return (one) => isShown(one, unproved)
}
