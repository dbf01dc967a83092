import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import type { Credential } from '#web/credentials/credentials-query.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const SHOWN = 5

/** Names what stops working before anything is deleted. */
export function DeleteCredential({ item, onClose }: { item: Credential; onClose: () => void }) {
  const remove = useAction(async () => {
    // A workflow that came to use it since this list was loaded is asked about anew.
    const even_if_used = item.used_by.length > 0 ? 'true' : 'false'
    await call('deleteCredential', { params: { id: item.id }, query: { even_if_used } })
    await refresh('listCredentials')
    onClose()
  })
  const rest = item.used_by.length - SHOWN
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('Delete “{name}”?', { name: item.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button variant="danger" busy={remove.busy && t('Deleting...')} onClick={() => void remove.run()}>
            {t('Delete credential')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {item.used_by.length > 0 ? (
          <>
            <p>{t('These workflows use it. Their steps fail from the next run on, until you choose another:')}</p>
            <ul className="wrap-anywhere list-disc pl-5">
              {item.used_by.slice(0, SHOWN).map(({ id, name }) => (
                <li key={id} dir="auto">
                  {name}
                </li>
              ))}
              {rest > 0 && <li>{t('and {count} more', { count: String(rest) })}</li>}
            </ul>
          </>
        ) : (
          <p>{t('No workflow uses it. It cannot be brought back.')}</p>
        )}
        {remove.error !== null && <Callout tone="bad">{friendly(remove.error)}</Callout>}
      </div>
    </Dialog>
  )
}
