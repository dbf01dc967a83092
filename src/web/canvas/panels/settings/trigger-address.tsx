import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { TriggerType } from '#contract/workflows/triggers.ts'
import { q } from '#web/api/query.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { useStore } from '#web/lib/store.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'

const TYPES: Readonly<Record<string, TriggerType>> = {
  form_trigger: 'form',
  chat_trigger: 'chat',
  email_trigger: 'email',
}

/** Nodes that start a workflow from an address of its own. */
export const hasAddress = (type: string): boolean => type in TYPES

/** Where a form, a chat or a mail reaches the workflow, or what it still needs for that. */
export function TriggerAddress({ node: { type } }: { node: { type: string } }) {
  const draft = useDraft()
  const origin = useOrigin()
  const { data, refetch } = useQuery({ ...q('listTriggers', { params: { id: draft.id as WorkflowId } }), staleTime: 0 })
  const found = data?.triggers.find((trigger) => trigger.type === TYPES[type])
  // A trigger that was added just now has its address once it is saved.
  const saved = useStore(draft.save).state === 'saved'
  const isKnown = found !== undefined
  useEffect(() => {
    if (saved && !isKnown) void refetch()
  }, [saved, isKnown, refetch])
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
