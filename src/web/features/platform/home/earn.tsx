import { Blocks, IndianRupee, ShieldCheck } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { isShown, PROMISE } from './claims.ts'
import { Section } from './section.tsx'

const STEPS = [
  {
    icon: <Blocks aria-hidden="true" />,
    title: 'Build it for the work you know',
    text: 'A coder for your speciality, a checker for your kind of contract, an answerer for your customers: steps on a canvas, tested on your own documents.',
  },
  {
    icon: <ShieldCheck aria-hidden="true" />,
    title: 'Publish it with measured figures',
    text: 'The platform runs your sample, measures speed and success, and shows buyers figures instead of promises.',
  },
  {
    icon: <IndianRupee aria-hidden="true" />,
    title: 'Get paid for runs that succeed',
    text: 'Free, per run, monthly or once: you set the price and keep 85% of every sale. GST invoices and statements are created for you.',
  },
]

/** For those who build: what it takes, and what it pays. */
export function Earn() {
  return (
    <Section
      id="earn"
      title={isShown(PROMISE) ? PROMISE.text : 'Earn from agents you build'}
      help="Turn what you know about coding, contracts or customers into an agent that others pay to run."
      aside={<LinkButton href={paths.register()}>Start building</LinkButton>}
    >
      <ol className="grid gap-6 border-line border-t pt-6 md:grid-cols-3">
        {STEPS.map((step) => (
          <li key={step.title} className="grid content-start gap-1.5 [&_svg]:size-5 [&_svg]:text-marigold-ink">
            {step.icon}
            <h3 className="text-lg">{step.title}</h3>
            <p className="text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
