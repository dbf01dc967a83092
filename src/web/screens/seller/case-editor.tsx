import { Trash2 } from 'lucide-react'
import type { JsonObject } from '#contract/primitives.ts'
import { EVALUATION_NAME } from '#contract/publishing-limits.ts'
import { formShape } from '#web/run/form-shape.ts'
import { RunField } from '#web/run/run-field.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type CaseText, caseProblem, SCORERS } from './case-text.ts'
import { shownOf, withField } from './sample-input.ts'

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
  const chosen = SCORERS.find(({ value }) => value === text.type)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded border border-line p-4">
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            label={`Name of test case ${number}`}
            value={text.name}
            maxLength={EVALUATION_NAME}
            error={tried ? caseProblem(text) : undefined}
            onChange={(event) => set({ name: event.target.value })}
          />
        </div>
        <IconButton label={`Remove test case ${number}`} onClick={onRemove}>
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
                value={shownOf(field, text.input[field.name])}
                error={undefined}
                disabled={false}
                onChange={(value) => {
                  if (typeof value === 'string' || typeof value === 'boolean')
                    set({ input: withField(text.input, field, value) })
                }}
              />
            ))}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <Select
            label="Compared by"
            value={text.type}
            help={chosen?.help}
            options={SCORERS.map(({ value, label }) => ({ value, label }))}
            onChange={(event) =>
              set({ type: SCORERS.find(({ value }) => value === event.target.value)?.value ?? 'exact' })
            }
          />
          <TextArea
            label="Expected"
            rows={4}
            mono={text.type === 'json_fields'}
            value={text.expected}
            onChange={(event) => set({ expected: event.target.value })}
          />
          {text.type === 'number' && (
            <div className="grid grid-cols-2 items-start gap-3">
              <TextField
                label="Tolerance"
                inputMode="decimal"
                value={text.tolerance}
                onChange={(event) => set({ tolerance: event.target.value })}
              />
              <TextField
                label="Where it stands"
                optional
                help="As totals.sum"
                value={text.path}
                onChange={(event) => set({ path: event.target.value })}
              />
            </div>
          )}
          {text.type === 'judge' && (
            <TextArea
              label="What the judge looks at"
              optional
              rows={2}
              value={text.instruction}
              onChange={(event) => set({ instruction: event.target.value })}
            />
          )}
        </div>
      </div>
    </li>
  )
}
