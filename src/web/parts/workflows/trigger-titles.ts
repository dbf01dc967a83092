import type { TriggerType } from '#contract/workflows/triggers.ts'
import { t } from '#web/lib/language.ts'

/** What starts a workflow, in words. */
export const triggerTitles = (): Record<TriggerType, string> => ({
  webhook: t('Webhook'),
  schedule: t('Schedule'),
  form: t('Public form'),
  chat: t('Chat'),
  email: t('E-mail'),
  error: t('Failures of other workflows'),
  app: t('App event'),
  table: t('Data table change'),
})
