import type { ReactNode } from 'react'
import { t } from '#web/lib/language.ts'
import { Plans } from '#web/parts/billing/pricing/plans.tsx'
import { Agents } from './agents.tsx'
import { CallToAction } from './call-to-action.tsx'
import { PARTNERS, TESTIMONIALS, useShown } from './claims.ts'
import { Earn } from './earn.tsx'
import { Features } from './features.tsx'
import { Figures } from './figures.tsx'
import { Partners } from './partners.tsx'
import { Section } from './section.tsx'
import { Testimonials } from './testimonials.tsx'

/** A band across the window. Tinted ones alternate with the page, so that each begins something else. */
const Band = ({ tinted = false, children }: { tinted?: boolean; children: ReactNode }) => (
  <div className={`py-14 sm:py-20 ${tinted ? 'border-line border-y bg-sunken' : ''}`}>
    <div className="mx-auto grid w-full max-w-7xl grid-cols-[minmax(0,1fr)] gap-14 px-4 sm:px-6">{children}</div>
  </div>
)

/** The page below its first sight: what runs, what it does, what one earns, who says so, what it costs. */
export function Below() {
  const isShown = useShown()
  const partners = PARTNERS.filter((partner) => isShown(partner))
  const testimonials = TESTIMONIALS.filter((testimonial) => isShown(testimonial))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] [&>*+*]:later">
      <Band>
        <Figures />
        {partners.length > 0 && <Partners partners={partners} />}
        <Agents />
      </Band>
      <Band tinted>
        <Features />
      </Band>
      <Band>
        <Earn />
        {testimonials.length > 0 && <Testimonials testimonials={testimonials} />}
      </Band>
      <Band tinted>
        <Section id="pricing" title={t('Pricing')} help={t('Three plans. Failed runs are free on all of them.')}>
          <Plans />
        </Section>
      </Band>
      <Band>
        <CallToAction />
      </Band>
    </div>
  )
}
