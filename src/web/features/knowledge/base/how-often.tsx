import type { SyncEvery } from '#contract/knowledge/knowledge-values.ts'
import { t } from '#web/lib/language.ts'
import { Select } from '#web/ui/forms/select.tsx'

const nameOf = (often: SyncEvery): string =>
  ({ never: t('By hand only'), hourly: t('Every hour'), daily: t('Every day'), weekly: t('Every week') })[often]

/** How often a website is read again, or a source synced. */
export function HowOften<Often extends SyncEvery>({
  label,
  choices,
  value,
  onChange,
  disabled = false,
  hideLabel = false,
}: {
  label: string
  choices: readonly Often[]
  value: Often
  onChange: (often: Often) => void
  disabled?: boolean
  hideLabel?: boolean
}) {
  return (
    <Select
      label={label}
      hideLabel={hideLabel}
      value={value}
      disabled={disabled}
      options={choices.map((often) => ({ value: often, label: nameOf(often) }))}
      onChange={({ target }) => onChange(choices.find((one) => one === target.value) ?? value)}
    />
  )
}
