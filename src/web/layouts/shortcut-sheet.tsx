import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

const SHORTCUTS = [
  { keys: ['⌘', 'K'], does: 'Open the command palette (Ctrl K on other keyboards)' },
  { keys: ['/'], does: 'Search agents' },
  { keys: ['?'], does: 'Show this sheet' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['↑', '↓', 'Enter'], does: 'Walk and open the rows of a table' },
] as const

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid gap-2">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt className="text-muted">{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
