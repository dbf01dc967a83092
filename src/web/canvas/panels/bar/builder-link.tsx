import { Bot } from 'lucide-react'
import { readAgent } from '#graph/custom-agent/read-agent.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'

/** For a workflow that is a custom agent: back to its builder. */
export function BuilderLink() {
  const draft = useDraft()
  const fits = usePart(draft.document, (document) => readAgent(document).fits)
  if (!fits) return null
  return (
    <LinkButton size="sm" href={paths.customAgent(draft.id)} icon={<Bot aria-hidden="true" />}>
      {t('Open in builder')}
    </LinkButton>
  )
}
