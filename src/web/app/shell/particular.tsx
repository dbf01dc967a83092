import { type Company, openParticulars } from '#contract/platform/company.ts'
import { useInBrowser } from '#web/lib/in-browser.ts'
import { t } from '#web/lib/language.ts'
import { company, filledIn } from './company.ts'

const OPEN: ReadonlySet<keyof Company> = new Set(openParticulars(filledIn))

/** A particular of the firm. A placeholder is marked as one, so that nobody takes it for the real thing. */
export function Particular({ of }: { of: keyof Company }) {
  // What is filled in is not known while a page is drawn ahead.
  const isOpen = useInBrowser() && OPEN.has(of)
  if (!isOpen) return <span>{company[of]}</span>
  return (
    <span
      data-placeholder={of}
      title={t('Placeholder: to be filled in by the operator')}
      className="border-control border-b border-dashed"
    >
      {company[of]}
    </span>
  )
}
