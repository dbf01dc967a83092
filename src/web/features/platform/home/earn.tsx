import { Blocks, IndianRupee, ShieldCheck } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { categoryLook, HUE_CLASSES } from '#web/ui/category.ts'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { PROMISE, useShown } from './claims.ts'
import { Section } from './section.tsx'

export const STEPS = [
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
  const isShown = useShown()
  return (
    <Section
      id="earn"
      title={isShown(PROMISE) ? t(PROMISE.text) : t('Earn from agents you build')}
      help={t('Turn what you know about coding, contracts or customers into an agent that others pay to run.')}
      aside={<LinkButton href={paths.register()}>{t('Start building')}</LinkButton>}
    >
      <div className="grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:items-stretch">
        <ol className="grid content-center gap-7">
          {STEPS.map((step) => (
            <li
              key={step.title}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:text-marigold-ink"
            >
              {step.icon}
              <h3 className="text-lg">{t(step.title)}</h3>
              <p className="col-start-2 text-muted">{t(step.text)}</p>
            </li>
          ))}
        </ol>
        <Canvas />
      </div>
    </Section>
  )
}

interface Step {
  category: string
  title: string
  summary: string
  /** In the corner of the card. */
  status: string
  waits?: true
  /** Of its upper left corner, in % of the canvas. */
  at: readonly [x: number, y: number]
}

export const WORKFLOW: readonly Step[] = [
  {
    category: 'trigger',
    title: 'New file in Drive',
    summary: 'Folder “Discharge notes”',
    status: '40 files',
    at: [4, 14],
  },
  { category: 'healthcare', title: 'Code the diagnoses', summary: 'ICD-10-CM', status: '0.8 s', at: [37, 36] },
  { category: 'integration', title: 'Add row', summary: 'Google Sheets · Billing', status: '7 rows', at: [68, 14] },
  {
    category: 'people',
    title: 'Ask a reviewer',
    summary: 'Where confidence is low',
    status: '2 waiting',
    waits: true,
    at: [68, 62],
  },
]

/** Four steps of a workflow as the designer draws them. A picture: the words next to it say what it shows. */
function Canvas() {
  return (
    <div
      aria-hidden="true"
      className="relative hidden min-h-84 overflow-hidden rounded-lg border border-line bg-[radial-gradient(var(--line)_1.2px,transparent_1.2px)] bg-[size:20px_20px] bg-sunken sm:block"
    >
      <svg
        viewBox="0 0 100 100"
        aria-hidden="true"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full fill-none stroke-2 stroke-control [&_path]:[vector-effect:non-scaling-stroke]"
      >
        <path d="M30 24 C 36 24, 32 46, 38 46" />
        <path d="M63 46 C 69 46, 62 24, 70 24" />
        <path d="M63 46 C 69 46, 62 72, 70 72" />
      </svg>
      {WORKFLOW.map(({ category, title, summary, status, waits, at: [x, y] }) => (
        <div
          key={title}
          style={{ left: `${x}%`, top: `${y}%` }}
          className={`absolute flex w-[28%] items-center gap-2.5 surface-card py-2.5 pr-2 pl-3 shadow-raised before:absolute before:inset-y-2.5 before:-left-px before:w-1 before:rounded-r-sm before:bg-hue ${HUE_CLASSES[categoryLook(category).hue]}`}
        >
          <CategoryGlyph category={category} size="sm" />
          <p className="grid min-w-0">
            <span className="truncate font-semibold">{t(title)}</span>
            <span className="truncate text-muted text-xs">{t(summary)}</span>
          </p>
          <span className="absolute -top-3 right-3">
            <Badge tone={waits ? 'warn' : 'good'}>{t(status)}</Badge>
          </span>
        </div>
      ))}
    </div>
  )
}
