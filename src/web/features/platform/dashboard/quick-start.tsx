import { Check } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'

/** The way from a new account to an agent at work, in three steps; what is done is ticked off and the next has its button. */
export function QuickStart({ ran, deployed }: { ran: boolean; deployed: boolean }) {
  const steps = [
    {
      title: t('Find an agent and run its sample'),
      text: t('Every agent shows its evidence. A sample takes a few seconds.'),
      done: ran,
      action: { label: t('Open the marketplace'), href: paths.marketplace() },
    },
    {
      title: t('Add it to My AI Services'),
      text: t('It stays on its version and keeps its runs on its own page.'),
      done: deployed,
      action: { label: t('Choose an agent'), href: paths.marketplace() },
    },
    {
      title: t('Run it on your own documents'),
      text: t('On its page, or from a program with the code example there.'),
      done: ran && deployed,
      action: { label: t('My AI Services'), href: paths.services() },
    },
  ]
  const next = steps.findIndex(({ done }) => !done)
  return (
    <section aria-labelledby="quick-start" className="grid gap-3">
      <h2 id="quick-start" className="text-xl">
        {t('Three steps to your first agent')}
      </h2>
      <ol className="grid gap-3 lg:grid-cols-3">
        {steps.map((step, index) => (
          <li
            key={step.title}
            className={`grid content-start gap-3 rounded border bg-surface p-4 ${index === next ? 'border-marigold-edge' : 'border-line'}`}
          >
            <span
              className={`grid size-6 place-items-center rounded-full font-semibold text-xs ${step.done ? 'bg-good-soft text-good' : 'bg-hover'}`}
            >
              {step.done ? <Check aria-label={t('Done')} className="size-4" /> : index + 1}
            </span>
            <div className="grid gap-0.5">
              <h3 className="font-semibold text-base">{step.title}</h3>
              <p className="text-muted">{step.text}</p>
            </div>
            {index === next && (
              <LinkButton
                size="sm"
                className="h-auto min-h-8 w-fit max-w-full whitespace-normal"
                variant="primary"
                href={step.action.href}
              >
                {step.action.label}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
