import { t } from '#web/lib/language.ts'
import { Chooser } from './chooser.tsx'
import { type Chosen, type Closed, useActionChoices } from './use-app-choices.tsx'

interface AppChooserProps {
  app: { id: string; name: string }
  closed: Closed
  /** In the window; null puts it in the middle. */
  at: { x: number; y: number } | null
  onChoose: (chosen: Chosen) => void
  onBack: () => void
  onClose: () => void
}

/** What one app does. */
export function AppChooser({ app, closed, at, onChoose, onBack, onClose }: AppChooserProps) {
  const { find, note, waiting, pick } = useActionChoices(app.id, closed)
  return (
    <Chooser
      title={app.name}
      placeholder={t('What should happen in {name}?', { name: app.name })}
      find={find}
      note={note}
      waiting={waiting}
      at={at}
      onBack={onBack}
      onClose={onClose}
      onChoose={(key) => {
        const chosen = pick(key)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}
