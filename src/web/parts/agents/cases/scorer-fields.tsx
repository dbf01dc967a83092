import { t } from '#web/lib/language.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type CaseText, scorers } from './case-text.ts'

interface ScorerFieldsProps {
  text: CaseText
  /** Nothing need be expected. */
  optional?: boolean
  error?: string | undefined
  onChange: (change: Partial<CaseText>) => void
}

/** What is expected of an answer, and how the two are compared. */
export function ScorerFields({ text, optional, error, onChange }: ScorerFieldsProps) {
  const chosen = scorers().find(({ value }) => value === text.type)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Select
        label={t('Compare by')}
        value={text.type}
        help={chosen?.help}
        options={scorers().map(({ value, label }) => ({ value, label }))}
        onChange={(event) =>
          onChange({ type: scorers().find(({ value }) => value === event.target.value)?.value ?? 'exact' })
        }
      />
      <TextArea
        label={t('Expected')}
        rows={4}
        optional={optional === true}
        error={error}
        mono={text.type === 'json_fields'}
        value={text.expected}
        onChange={(event) => onChange({ expected: event.target.value })}
      />
      {text.type === 'number' && (
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField
            label={t('Tolerance')}
            inputMode="decimal"
            value={text.tolerance}
            onChange={(event) => onChange({ tolerance: event.target.value })}
          />
          <TextField
            label={t('Field path')}
            optional
            help={t('For example totals.sum')}
            value={text.path}
            onChange={(event) => onChange({ path: event.target.value })}
          />
        </div>
      )}
      {text.type === 'judge' && (
        <TextArea
          label={t('Scoring criteria')}
          optional
          rows={2}
          value={text.instruction}
          onChange={(event) => onChange({ instruction: event.target.value })}
        />
      )}
    </div>
  )
}
