import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx'
import { useHeld } from '#web/ui/use-held.ts'
import {
  dismiss,
  holdNotifications,
  type Notification,
  type NotificationAction,
  notifications,
  releaseNotifications,
} from './notification-store.ts'

const LOOKS = {
  success: { icon: CircleCheck, tone: 'text-good' },
  error: { icon: CircleAlert, tone: 'text-bad' },
  warning: { icon: TriangleAlert, tone: 'text-warn' },
  info: { icon: Info, tone: 'text-indigo' },
} as const

/** The stack at the top right (§4). None is dismissed automatically while a pointer or the focus is on one. */
export function Notifications() {
  const list = useStore(notifications)
  return (
    <section
      aria-label={t('Messages')}
      className="pointer-events-none fixed top-16 right-4 z-40 w-80 max-w-[calc(100vw-2rem)]"
    >
      {list.length > 0 && <Stack list={list} />}
    </section>
  )
}

function Stack({ list }: { list: readonly Notification[] }) {
  const held = useHeld(holdNotifications, releaseNotifications)
  return (
    <ul {...held} className="grid gap-2">
      {list.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
  )
}

function Entry({ entry }: { entry: Notification }) {
  const { icon: Icon, tone } = LOOKS[entry.type]
  return (
    <li
      className={`pointer-events-auto flex animate-rise gap-3 surface-raised p-3.5 transition-opacity duration-300 ${entry.leaving ? 'opacity-0' : ''}`}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-4.5 shrink-0 ${tone}`} />
      <div className="grid min-w-0 grow gap-1">
        {/* What breaks is said at once, the rest when the reader has a pause. */}
        <div role={entry.type === 'error' ? 'alert' : 'status'} className="grid gap-1 break-words">
          <p className="font-semibold">{entry.title}</p>
          {entry.message && <p className="text-muted">{entry.message}</p>}
        </div>
        {entry.actions && (
          <div className="mt-1 flex flex-wrap gap-2">
            {entry.actions.map((action) => (
              <Act key={action.label} action={action} done={() => dismiss(entry.id)} />
            ))}
          </div>
        )}
      </div>
      <IconButton
        size="sm"
        label={t('Dismiss {title}', { title: entry.title })}
        onClick={() => dismiss(entry.id)}
        className="-mt-1 -mr-1"
      >
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function Act({ action, done }: { action: NotificationAction; done: () => void }) {
  const { label, icon, variant } = action
  if ('href' in action) {
    return (
      <LinkButton size="sm" href={action.href} icon={icon} variant={variant} onClick={done}>
        {label}
      </LinkButton>
    )
  }
  return (
    <Button
      size="sm"
      icon={icon}
      variant={variant}
      onClick={() => {
        action.onAction()
        done()
      }}
    >
      {label}
    </Button>
  )
}
