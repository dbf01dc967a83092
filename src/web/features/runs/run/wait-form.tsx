import { type FormEvent, useRef, useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import { t } from '#web/lib/language.ts'
import { type FieldValue, fieldProblem } from '#web/parts/runs/form-shape.ts'
import { RunField } from '#web/parts/runs/run-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { sentValues, type WaitShape } from './wait-shape.ts'

interface WaitFormProps {
  shape: WaitShape
  busy: boolean
  onSend: (values: JsonObject) => void
}

/** What a run asks a person in its middle. */
export function WaitForm({ shape, busy, onSend }: WaitFormProps) {
  const [values, setValues] = useState(shape.values)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const form = useRef<HTMLFormElement>(null)
  const set = (name: string, value: FieldValue) => {
    setValues({ ...values, [name]: value })
    if (errors[name]) setErrors({ ...errors, [name]: undefined })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = shape.fields.map(
      (field) => [field.name, fieldProblem(field, values[field.name], field.required)] as const,
    )
    setErrors(Object.fromEntries(found))
    const first = found.find(([, problem]) => problem !== undefined)
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first[0]}"]`)?.focus()
    else onSend(sentValues(shape.fields, values))
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {shape.fields.map((field) => (
        <RunField
          key={field.name}
          field={field}
          value={values[field.name] ?? null}
          error={errors[field.name]}
          disabled={busy}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      <Button type="submit" variant="primary" className="w-fit" busy={busy && t('Sending...')}>
        {t('Send')}
      </Button>
    </form>
  )
}
