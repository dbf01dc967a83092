import { ListTodo } from 'lucide-react'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useSetup } from '#web/canvas/services/queries/use-setup.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'

/** In the bar, while something is still to be set up: how much, and the way to it. */
export function SetupButton() {
  const view = useView()
  const panel = useStore(view.panel)
  const items = useSetup()
  if (items === null) return null
  const left = items.filter(({ loose }) => !loose).length
  if (left === 0) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<ListTodo aria-hidden="true" className="text-warn" />}
      aria-expanded={panel === 'setup'}
      title={t('Missing settings')}
      onClick={() => view.panel.set(panel === 'setup' ? null : 'setup')}
    >
      {t('{left} to set up', { left })}
    </Button>
  )
}
