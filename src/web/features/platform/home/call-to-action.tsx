import { Check } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { CALL_TO_ACTION, useShown } from './claims.ts'

/** The last section: start, or talk to a person first. */
export function CallToAction() {
  const isShown = useShown()
  return (
    <section aria-labelledby="begin" className="grid justify-items-center gap-6 surface-card px-5 py-14 text-center">
      <h2 id="begin" className="text-xl sm:text-3xl">
        {t('Put an agent on your next document')}
      </h2>
      <ul className="flex flex-wrap justify-center gap-x-5 gap-y-2">
        {CALL_TO_ACTION.filter((claim) => isShown(claim)).map(({ text }) => (
          <li key={text} className="inline-flex items-center gap-1.5">
            <Check aria-hidden="true" className="size-4 text-good" />
            {t(text)}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton href={paths.register()} variant="primary" size="lg">
          {t('Start free trial')}
        </LinkButton>
        <LinkButton href={paths.contact('demo')} size="lg">
          {t('Schedule demo call')}
        </LinkButton>
      </div>
    </section>
  )
}
