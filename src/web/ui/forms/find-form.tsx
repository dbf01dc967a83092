import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from './text-field.tsx'

/** Finds in a list by a text, which the address then carries: on Enter, and at the button. */
export function FindForm({ label, text, onFind }: { label: string; text: string; onFind: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const find = (event: FormEvent) => {
    event.preventDefault()
    onFind(typed.trim())
  }
  return (
    <form onSubmit={find} className="flex max-w-md items-end gap-2">
      <div className="grow">
        <TextField
          label={label}
          hideLabel
          placeholder={label}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          icon={<Search aria-hidden="true" />}
        />
      </div>
      <Button type="submit">{t('Find')}</Button>
    </form>
  )
}
