import { t } from '#web/lib/language.ts'
import { useUser } from './use-session.ts'

/** Why the person may not export here; undefined where they may. */
export const useExportReason = (): string | undefined =>
  useUser()?.workspace?.may_export === false ? t('Only owners and admins of this workspace can export.') : undefined
