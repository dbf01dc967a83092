import { Trash2 } from 'lucide-react'
import { EVALUATION_NAME } from '#contract/agents/publishing-limits.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { t } from '#web/lib/language.ts'
import { type CaseText, caseProblem } from '#web/parts/agents/cases/case-text.ts'
import { fieldValue, setField } from '#web/parts/agents/cases/sample-input.ts'
import { ScorerFields } from '#web/parts/agents/cases/scorer-fields.tsx'
import { formShape } from '#web/parts/runs/form-shape.ts'
import { RunField } from '#web/parts/runs/run-field.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

interface Props {
  number: number
  text: CaseText
  schema: JsonObject
  tried: boolean
  onChange: (text: CaseText) => void
  onRemove: () => void
}

/** One test case: what goes in, what is expected, and how the two are compared. */
export function CaseEditor({ number, text, schema, tried, onChange, onRemove }: Props) {
  const { fields } = formShape(schema)
  const set = (change: Partial<CaseText>) => onChange({ ...text, ...change })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded border border-line p-4">
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            label={t('Name of test case {number}', { number })}
            value={text.name}
            maxLength={EVALUATION_NAME}
            error={tried ? caseProblem(text) : undefined}
            onChange={(event) => set({ name: event.target.value })}
          />
        </div>
        <IconButton label={t('Remove test case {number}', { number })} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {fields
            .filter(({ kind }) => kind !== 'file')
            .map((field) => (
              <RunField
                key={field.name}
                field={field}
                value={fieldValue(field, text.input[field.name])}
                error={undefined}
                disabled={false}
                onChange={(value) => {
                  if (typeof value === 'string' || typeof value === 'boolean')
                    set({ input: setField(text.input, field, value) })
                }}
              />
            ))}
        </div>
        <ScorerFields text={text} onChange={set} />
      </div>
    </li>
  )
}
