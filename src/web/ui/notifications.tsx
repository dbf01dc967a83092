import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useStore } from '#web/lib/store.ts'
import { Button, IconButton } from './button.tsx'
import { dismiss, type Notification, notifications } from './notification-store.ts'

const LOOKS = {
  success: { icon: CircleCheck, tone: 'text-good' },
  error: { icon: CircleAlert, tone: 'text-bad' },
  warning: { icon: TriangleAlert, tone: 'text-warn' },
  info: { icon: Info, tone: 'text-indigo' },
} as const

/** The stack at the top right. */
export function Notifications() {
  const list = useStore(notifications)
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed top-16 right-4 z-40 grid w-80 max-w-[calc(100vw-2rem)] gap-2"
    >
      {list.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </section>
  )
}

function Entry({ entry }: { entry: Notification }) {
  const { icon: Icon, tone } = LOOKS[entry.type]
  return (
    <div
      role={entry.type === 'error' ? 'alert' : undefined}
      className={`pointer-events-auto flex animate-rise gap-3 rounded border border-line bg-surface p-3.5 shadow-float transition-opacity duration-200 ${entry.leaving ? 'opacity-0' : ''}`}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-4.5 shrink-0 ${tone}`} />
      <div className="grid grow gap-1">
        <p className="font-semibold">{entry.title}</p>
        {entry.message && <p className="text-muted">{entry.message}</p>}
        {entry.actions && (
          <div className="mt-1 flex gap-2">
            {entry.actions.map((action) => (
              <Button
                key={action.label}
                size="sm"
                onClick={() => {
                  action.onAction()
                  dismiss(entry.id)
                }}
              >
                {action.label}
              </Button>
            ))}
          </div>
        )}
      </div>
      <IconButton size="sm" label={`Dismiss ${entry.title}`} onClick={() => dismiss(entry.id)} className="-mt-1 -mr-1">
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
