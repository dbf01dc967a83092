import { useState } from 'react'
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

/** A message of one's own while it is changed. Escape leaves it as it was. */
export function EditMessage({
  text,
  onSend,
  onCancel,
}: {
  text: string
  onSend: (text: string) => void
  onCancel: () => void
}) {
  const [wanted, setWanted] = useState(text)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted.trim() !== '') onSend(wanted.trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <TextArea
        label={t('Edit message')}
        hideLabel
        autoFocus
        rows={3}
        dir="auto"
        maxLength={MESSAGE.characters}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button size="sm" type="submit" variant="primary" disabled={wanted.trim() === ''}>
          {t('Send')}
        </Button>
      </div>
    </form>
  )
}
