import type { TriggerType } from '#contract/workflows/triggers.ts'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { useTrigger } from './use-trigger.ts'

const TYPES: Readonly<Record<string, TriggerType>> = {
  form_trigger: 'form',
  chat_trigger: 'chat',
  email_trigger: 'email',
}

/** Nodes that start a workflow from an address of its own. */
export const hasAddress = (type: string): boolean => type in TYPES

/** Where a form, a chat or a mail reaches the workflow, or what it still needs for that. */
export function TriggerAddress({ node: { type } }: { node: { type: string } }) {
  const origin = useOrigin()
  const found = useTrigger(TYPES[type])
  if (!found?.address) return null
  const isMail = found.type === 'email'
  const address = isMail ? found.address : `${origin}${found.address}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-base">{t('Address')}</h3>
      <CodeBlock label={t('Address')} code={address} />
      <p className="text-muted text-base">
        {!found.enabled
          ? t('It answers once the workflow is published.')
          : found.paused
            ? t('It is paused on the page of triggers.')
            : whatComes()[found.type]}{' '}
        {found.type === 'form' && found.enabled && !found.paused && (
          <TextLink href={found.address}>{t('Open form')}</TextLink>
        )}
      </p>
    </div>
  )
}

const whatComes = (): Partial<Record<TriggerType, string>> => ({
  form: t('Anyone with the link can fill in the form.'),
  chat: t('Programs send messages to it. For people, share the chat page of a service.'),
  email: t('Each email to this address starts the workflow.'),
})
