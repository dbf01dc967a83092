import { Maximize2 } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { inputClass } from '#web/ui/text-field.tsx'
import { shownText, takenText } from './field-value.ts'
import type { ControlProps } from './simple-controls.tsx'

/** A program, with a larger box for longer ones. */
export function CodeControl({ field, value, onChange, ids, disabled }: ControlProps) {
  const [large, setLarge] = useState(false)
  const second = useId()
  const box = (rows: number, id: string) => (
    <textarea
      {...ids}
      id={id}
      aria-label={field.title}
      rows={rows}
      spellCheck={false}
      autoCapitalize="none"
      value={shownText(value ?? field.preset)}
      disabled={disabled}
      onChange={({ target }) => onChange(takenText(field, target.value))}
      className={`block resize-y whitespace-pre px-3 py-2 font-mono text-sm ${inputClass(ids['aria-invalid'] ? 'error' : undefined)}`}
    />
  )
  return (
    <div className="relative">
      {box(10, ids.id)}
      <IconButton
        size="sm"
        label={`Write ${field.title} in a large box`}
        onClick={() => setLarge(true)}
        className="absolute! right-1 bottom-1 bg-surface/80 [&_svg]:size-3.5!"
      >
        <Maximize2 aria-hidden="true" />
      </IconButton>
      <Dialog open={large} onClose={() => setLarge(false)} title={field.title} size="lg">
        {box(24, second)}
      </Dialog>
    </div>
  )
}
