import type { SnippetParts } from '#graph/snippet.ts'
import { proposedValues, type Values } from '#web/canvas/model/edits/snippet-parts.ts'
import { t } from '#web/lib/language.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** What is asked, as it is typed: a number may be half written. */
export type Typed = Readonly<Record<string, string | boolean>>

export const typedOf = (values: Values): Typed =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'boolean' ? value : String(value)]),
  )

/** What was typed as values; null where something is no number. */
export function valuesOf(content: SnippetParts, typed: Typed): Values | null {
  const values: Values = {}
  for (const [key, proposed] of Object.entries(proposedValues(content))) {
    const given = typed[key] ?? proposed
    if (typeof proposed !== 'number') values[key] = given
    else if (isNumber(given)) values[key] = Number(given)
    else return null
  }
  return values
}

const isNumber = (given: unknown): boolean => String(given).trim() !== '' && Number.isFinite(Number(given))

const MOST_INLINE = 60

/** A field for each input of a snippet. */
export function InputFields({
  content,
  typed,
  tried,
  onType,
}: {
  content: SnippetParts
  typed: Typed
  /** Says what is wrong. */
  tried: boolean
  onType: (typed: Typed) => void
}) {
  const proposed = proposedValues(content)
  return content.inputs.map(({ key, label }) => {
    const now = typed[key] ?? proposed[key] ?? ''
    const set = (value: string | boolean) => onType({ ...typed, [key]: value })
    if (typeof proposed[key] === 'boolean')
      return <Checkbox key={key} label={label} checked={now === true} onChange={({ target }) => set(target.checked)} />
    if (typeof proposed[key] === 'number')
      return (
        <TextField
          key={key}
          label={label}
          inputMode="decimal"
          value={String(now)}
          error={tried && !isNumber(now) ? t('Enter a number') : undefined}
          onChange={({ target }) => set(target.value)}
        />
      )
    const text = String(now)
    const long = String(proposed[key]).length > MOST_INLINE || text.includes('\n')
    return long ? (
      <TextArea key={key} label={label} rows={4} value={text} onChange={({ target }) => set(target.value)} />
    ) : (
      <TextField key={key} label={label} autoComplete="off" value={text} onChange={({ target }) => set(target.value)} />
    )
  })
}
