import { t } from '#web/lib/language.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

const shortcuts = () => [
  { keys: ['⌘', 'K'], does: t('Open the command palette (Ctrl K on other keyboards)') },
  { keys: ['/'], does: t('Jump to the search of the page') },
  { keys: ['?'], does: t('Show this sheet') },
  { keys: ['Esc'], does: t('Close what is open') },
  { keys: ['↑', '↓', 'Enter'], does: t('Walk and open the rows of a table') },
  { keys: ['a', 'e', 'r'], does: t('Accept, edit or reject the finding at hand in a result') },
  { keys: ['j', 'k'], does: t('Go to the next or the previous finding of a result') },
]

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t('Keyboard shortcuts')}>
      <dl className="grid gap-2">
        {shortcuts().map(({ keys, does }) => (
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
