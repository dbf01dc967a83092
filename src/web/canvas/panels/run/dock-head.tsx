import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'

export const SHOWN = [
  ['log', 'Log'],
  ['values', 'Values'],
] as const

/** At the top of the dock: what it shows, the tools of that, and the way out. */
export function DockHead({ children }: { children: ReactNode }) {
  const view = useView()
  const shown = useStore(view.docked)
  return (
    <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1">
      <h2 className="sr-only">{shown === 'log' ? t('Log') : t('Values')}</h2>
      <div className="-ml-2 flex gap-1">
        {SHOWN.map(([key, label]) => (
          <Button
            key={key}
            size="sm"
            variant="ghost"
            aria-pressed={shown === key}
            className={`px-2! ${shown === key ? 'bg-indigo-soft! text-indigo!' : ''}`}
            onClick={() => view.docked.set(key)}
          >
            {t(label)}
          </Button>
        ))}
      </div>
      {children}
      <IconButton
        label={shown === 'log' ? t('Hide log') : t('Hide values')}
        size="sm"
        onClick={() => view.dock.set(false)}
      >
        <X aria-hidden="true" />
      </IconButton>
    </header>
  )
}
