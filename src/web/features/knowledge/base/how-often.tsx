import { READ_AGAIN, type ReadAgain } from '#contract/knowledge/knowledge-values.ts'
import { t } from '#web/lib/language.ts'
import { Select } from '#web/ui/forms/select.tsx'

const nameOf = (often: ReadAgain): string =>
  ({ never: t('By hand only'), daily: t('Every day'), weekly: t('Every week') })[often]

/** How often a website is read again. */
export function HowOften({
  label,
  value,
  onChange,
  disabled = false,
  hideLabel = false,
}: {
  label: string
  value: ReadAgain
  onChange: (often: ReadAgain) => void
  disabled?: boolean
  hideLabel?: boolean
}) {
  return (
    <Select
      label={label}
      hideLabel={hideLabel}
      value={value}
      disabled={disabled}
      options={READ_AGAIN.map((often) => ({ value: often, label: nameOf(often) }))}
      onChange={({ target }) => onChange(READ_AGAIN.find((one) => one === target.value) ?? 'never')}
    />
  )
}
