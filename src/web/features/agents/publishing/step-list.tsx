import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { ChecklistItem, PublishStep } from '#contract/agents/publishing.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'

const steps = (): readonly { key: PublishStep; label: string }[] => [
  { key: 'workflow', label: t('Workflow') },
  { key: 'details', label: t('Details') },
  { key: 'samples', label: t('Samples') },
  { key: 'price', label: t('Price') },
  { key: 'submit', label: t('Check and submit') },
]

/** The last step lacks whatever any of them lacks. */
const missingIn = (checklist: readonly ChecklistItem[], step: PublishStep): number =>
  checklist.filter((item) => (step === 'submit' || item.step === step) && item.required && !item.done).length

/** The step of the address, else the first one that lacks something. */
export function chooseStep(wanted: string | null, checklist: readonly ChecklistItem[]): PublishStep {
  const named = steps().find(({ key }) => key === wanted)?.key
  return named ?? steps().find(({ key }) => missingIn(checklist, key) > 0)?.key ?? 'submit'
}

/** The way to the marketplace: where one is, and what each step lacks. */
export function StepList({
  id,
  step,
  checklist,
}: {
  id: string
  step: PublishStep
  checklist: readonly ChecklistItem[]
}) {
  return (
    <nav aria-label={t('Steps')} className="lg:sticky lg:top-20">
      <ol className="flex flex-wrap gap-1 lg:grid">
        {steps().map(({ key, label }) => {
          const missing = missingIn(checklist, key)
          return (
            <li key={key}>
              <Link
                href={paths.publish({ agent: id, step: key })}
                aria-current={key === step ? 'step' : undefined}
                className="flex min-h-10 items-center gap-2 whitespace-nowrap rounded px-3 hover:bg-hover aria-[current]:bg-sunken aria-[current]:font-medium [&_svg]:size-4 [&_svg]:shrink-0"
              >
                <StepIcon missing={missing} current={key === step} />
                {label}
                {missing > 0 && <span className="sr-only">{t('({missing} missing)', { missing })}</span>}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function StepIcon({ missing, current }: { missing: number; current: boolean }) {
  if (missing === 0) return <CircleCheck aria-hidden="true" className="text-good" />
  return current ? (
    <CircleAlert aria-hidden="true" className="text-warn" />
  ) : (
    <CircleDashed aria-hidden="true" className="text-muted" />
  )
}
