import { CircleCheck, ListTodo } from 'lucide-react'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useSetup } from '#web/canvas/services/queries/use-setup.ts'
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
      title={ready ? 'Ready to run' : 'Missing settings'}
      onClick={() => view.panel.set(panel === 'setup' ? null : 'setup')}
    >
      {ready ? <span className="max-2xl:sr-only">Ready to run</span> : <span>{left} to set up</span>}
    </Button>
  )
}
