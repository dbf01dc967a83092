import { Maximize2 } from 'lucide-react'
import { useId, useState } from 'react'
import { shownText, takenText } from '#web/canvas/model/fields/field-value.ts'
import { CodeBox } from '#web/canvas/panels/expression/code-box.tsx'
import { codeFault } from '#web/canvas/panels/expression/code-fault.ts'
import type { Mark } from '#web/canvas/panels/expression/controlled-editor.ts'
import { useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { ControlProps } from './control-props.ts'

/** A longer program is not looked through at every stroke. */
const MOST_LOOKED = 50_000

/** What a run says of a line, as the sandbox writes it. */
const LINE = /\(line (\d{1,6})\)/

/** The characters of a line of a text, counted from 1; null where there is none. */
function lineOf(text: string, line: number): { from: number; to: number } | null {
  const lines = text.split('\n')
  const found = lines[line - 1]
  if (found === undefined) return null
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return { from, to: from + Math.max(1, found.length) }
}

/** What is wrong where: a sign that is not closed, else the line the last run stopped at. */
function marksOf(text: string, failure: string | undefined): readonly Mark[] {
  const fault = text.length > MOST_LOOKED ? null : codeFault(text)
  if (fault) return [{ from: fault.at, to: fault.at + 1, message: fault.message }]
  const line = Number(LINE.exec(failure ?? '')?.[1])
  const place = failure !== undefined && line > 0 ? lineOf(text, line) : null
  return place ? [{ ...place, message: failure ?? '' }] : []
}

/** A program, with a larger box for longer ones. */
export function CodeControl({ field, value, onChange, ids, disabled }: ControlProps) {
  const { failure } = useSettingsForm()
  const [large, setLarge] = useState(false)
  const second = useId()
  const text = shownText(value ?? field.preset)
  const marks = marksOf(text, failure ?? undefined)
  const box = (tall: boolean, id: string) => (
    <CodeBox
      text={text}
      label={field.title}
      attributes={{
        id,
        ...(ids['aria-describedby'] && { 'aria-describedby': ids['aria-describedby'] }),
        ...(ids['aria-invalid'] && { 'aria-invalid': 'true' }),
      }}
      disabled={disabled}
      hint={field.placeholder}
      marks={marks}
      autoFocus={tall}
      invalid={ids['aria-invalid'] === true}
      tall={tall}
      lines={10}
      onChange={(typed) => onChange(takenText(field, typed))}
    />
  )
  const [fault] = marks
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="relative">
        {box(false, ids.id)}
        <IconButton
          size="sm"
          label={t('Edit {title} in a large editor', { title: field.title })}
          onClick={() => setLarge(true)}
          className="absolute! right-1 bottom-1 bg-surface/80 [&_svg]:size-3.5!"
        >
          <Maximize2 aria-hidden="true" />
        </IconButton>
      </div>
      {fault && (
        <p role="status" className="text-base text-warn">
          {t('Line {count}: {message}', {
            count: text.slice(0, fault.from).split('\n').length,
            message: fault.message,
          })}
        </p>
      )}
      <Dialog open={large} onClose={() => setLarge(false)} title={field.title} size="lg">
        {box(true, second)}
      </Dialog>
    </div>
  )
}
