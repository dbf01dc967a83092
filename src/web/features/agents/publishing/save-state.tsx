import { Check, CloudOff, LoaderCircle } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import type { Saving } from './use-own-draft.ts'

/** Whether what was typed is on the server. */
export function SaveState({ saving, failure }: { saving: Saving; failure: string | null }) {
  return (
    <p role="status" className="flex min-h-6 items-center gap-1.5 text-muted text-base [&_svg]:size-4">
      {failure ? (
        <>
          <CloudOff aria-hidden="true" className="text-bad" />
          {t('Not saved: {failure} It’s kept in this tab.', { failure })}
        </>
      ) : saving === 'saved' ? (
        <>
          <Check aria-hidden="true" className="text-good" />
          {t('Saved')}
        </>
      ) : (
        <>
          <LoaderCircle aria-hidden="true" />
          {saving === 'saving' ? t('Saving...') : t('Not saved')}
        </>
      )}
    </p>
  )
}
