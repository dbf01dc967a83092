import { Plans } from '#web/parts/billing/pricing/plans.tsx'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Agents } from './agents.tsx'
import { CallToAction } from './call-to-action.tsx'
import { isShown, PARTNERS, TESTIMONIALS } from './claims.ts'
import { Earn } from './earn.tsx'
import { Features } from './features.tsx'
import { Figures } from './figures.tsx'
import { Partners } from './partners.tsx'
import { Section } from './section.tsx'
import { Testimonials } from './testimonials.tsx'

/** The page below its first sight: who trusts it, what it does, what runs, what one earns, what others say, what it costs. */
export function Below() {
  const partners = PARTNERS.filter((partner) => isShown(partner))
  const testimonials = TESTIMONIALS.filter((testimonial) => isShown(testimonial))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-16 pt-12 sm:gap-20 [&>*+*]:later">
      <div className="grid gap-10">
        <Figures />
        {partners.length > 0 && <Partners partners={partners} />}
      </div>
      <Features />
      <Section
        id="agents"
        title="Agents ready to run"
        help="Try them free on your own document, without an account."
        aside={<TextLink href={paths.marketplace()}>All agents</TextLink>}
      >
        <Agents />
      </Section>
      <Earn />
      {testimonials.length > 0 && <Testimonials testimonials={testimonials} />}
      <Section id="pricing" title="Pricing" help="Three plans. Failed runs are free on all of them.">
        <Plans />
      </Section>
      <CallToAction />
    </div>
  )
}
