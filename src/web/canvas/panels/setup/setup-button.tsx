import { CircleCheck, ListTodo } from 'lucide-react'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useSetup } from '#web/canvas/services/queries/use-setup.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'

/** In the bar: how much is still to be set up, and the way to it. */
export function SetupButton() {
  const view = useView()
  const panel = useStore(view.panel)
  const items = useSetup()
  if (items === null) return null
  const left = items.filter(({ loose }) => !loose).length
  const ready = left === 0
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={
        ready ? (
          <CircleCheck aria-hidden="true" className="text-good" />
        ) : (
          <ListTodo aria-hidden="true" className="text-warn" />
        )
      }
      aria-expanded={panel === 'setup'}
      title={ready ? t('Ready to run') : t('Missing settings')}
      onClick={() => view.panel.set(panel === 'setup' ? null : 'setup')}
    >
      {ready ? (
        <span className="max-2xl:sr-only">{t('Ready to run')}</span>
      ) : (
        <span>{t('{left} to set up', { left })}</span>
      )}
    </Button>
  )
}
