import { useState } from 'react'
import { t } from '#web/lib/language.ts'
import { AppChooser } from './app-chooser.tsx'
import { Chooser } from './chooser.tsx'
import { type Chosen, type Closed, useAppChoices } from './use-app-choices.tsx'

export type ChosenAction = Chosen

/** A tool does something; nothing starts it but the agent. */
const actionsOnly = (): Closed => ({ action: null, trigger: t('A tool can’t be a trigger.') })

/** Chooses an action of an app: by what it does, or from the actions of one app. */
export function ActionChooser({
  onChoose,
  onClose,
}: {
  onChoose: (chosen: ChosenAction) => void
  onClose: () => void
}) {
  const [app, setApp] = useState<{ id: string; name: string } | null>(null)
  const [text, setText] = useState('')
  const apps = useAppChoices(text, actionsOnly())
  if (app !== null)
    return <AppChooser {...{ app, onChoose, onClose }} closed={actionsOnly()} at={null} onBack={() => setApp(null)} />
  return (
    <Chooser
      key="apps"
      title={t('Choose an action')}
      placeholder={t('Search apps and actions')}
      find={() => []}
      more={apps.choices}
      note={apps.note}
      onText={setText}
      at={null}
      waiting={apps.waiting}
      stale={apps.stale}
      onClose={onClose}
      onChoose={(key) => {
        const chosen = apps.pick(key)
        if (!chosen) return
        if ('action' in chosen) return chosen.on ? undefined : onChoose(chosen)
        setText('')
        setApp(chosen.app)
      }}
    />
  )
}
