import { t } from '#web/lib/language.ts'
import { pageActions } from '#web/lib/page-actions.ts'
import { useStore } from '#web/lib/store.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const shortcuts = () => [
  { keys: ['⌘', 'K'], does: t('Open the command palette (Ctrl K on other keyboards)') },
  { keys: ['⌘', 'K', '@'], does: t('Find a node in the open workflow') },
  { keys: ['⌘', 'K', '/'], does: t('Find a page, a setting, a document or a command') },
  { keys: ['⌘', 'K', '#'], does: t('Find a workflow, a run, a service or an agent') },
  { keys: ['/'], does: t('Go to the page’s search') },
  { keys: ['?'], does: t('Show keyboard shortcuts') },
  { keys: ['Esc'], does: t('Close') },
  { keys: ['↑', '↓', 'Enter'], does: t('Move through and open table rows') },
  { keys: ['a', 'e', 'r'], does: t('Accept, edit or reject the selected finding') },
  { keys: ['j', 'k'], does: t('Go to the next or previous finding, or chat in the inbox') },
]

interface Shortcut {
  keys: readonly string[]
  does: string
}

/** Every key of the shell, and below them those of the page that is open. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const page = useStore(pageActions)
  const own =
    page?.actions.filter(({ keys }) => keys.length > 0).map(({ keys, label }) => ({ keys, does: label })) ?? []
  return (
    <Dialog open onClose={onClose} title={t('Keyboard shortcuts')} reading size={page ? 'lg' : 'md'}>
      {page && (
        <>
          <h3 className="mb-2">{page.heading}</h3>
          <List shortcuts={own} wide />
          <h3 className="mt-6 mb-2">{t('Everywhere')}</h3>
        </>
      )}
      <List shortcuts={shortcuts()} wide={page !== null} />
    </Dialog>
  )
}

function List({ shortcuts, wide }: { shortcuts: readonly Shortcut[]; wide: boolean }) {
  return (
    <dl className={`grid gap-x-8 gap-y-2 ${wide ? 'md:grid-cols-2' : ''}`}>
      {shortcuts.map(({ keys, does }) => (
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
  )
}
