/** What an assistant may do and where, in the words of both pages that show it. */
import type { AssistantScope } from '#contract/accounts/assistant-values.ts'
import type { DataOf } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { runVerb } from '#web/lib/verbs.ts'

type Server = DataOf<'listAssistants'>['items'][number]['server']

export const aboutScope = (scope: AssistantScope): { label: string; help: string; short: string } =>
  ({
    read: {
      label: t('See your services, and the results of your runs'),
      help: t('Reading changes and deletes nothing.'),
      short: t('Read'),
    },
    run: {
      label: t('Run your services and agents'),
      help: t('Runs can cost credits. Your spending limits apply.'),
      short: runVerb(),
    },
  })[scope]

export function serverName({ kind, service }: Server): string {
  if (kind === 'marketplace') return t('The marketplace')
  if (kind === 'services') return t('All your services, and the marketplace')
  return service === null ? t('A service you no longer have') : t('Your service “{name}”', { name: service })
}
