import { COMPANY, type Company, openParticulars } from '#contract/platform/company.ts'

const OPEN: ReadonlySet<keyof Company> = new Set(openParticulars())

/** A particular of the firm. A placeholder is marked as one, so that nobody takes it for the real thing. */
export function Particular({ of }: { of: keyof Company }) {
  const value = COMPANY[of]
  if (!OPEN.has(of)) return value
  return (
    <span
      data-placeholder={of}
      title="Placeholder: to be filled in by the operator"
      className="border-control border-b border-dashed"
    >
      {value}
    </span>
  )
}
