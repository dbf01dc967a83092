import { Bot, Search } from 'lucide-react'
import type { KnowledgeDetail } from '#contract/knowledge/bases.ts'
import { useUser } from '#web/api/use-session.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'

/** What comes after adding documents: a question to them, and an agent that answers from them, or how one gets to make one. */
export function UseBase({ base }: { base: KnowledgeDetail }) {
  const builds = useUser()?.permissions.includes('workflows.create') ?? false
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded border border-line bg-sunken px-4 py-3">
      <p className="max-w-prose">
        {builds
          ? t('These documents answer questions now, here and in the agents that use them.')
          : fill(
              t('These documents answer questions now. To make an agent that answers from them, ask for a {role}.', {
                role: '{role}',
              }),
              { role: <TextLink href={paths.upgrade()}>{t('role that may build')}</TextLink> },
            )}
      </p>
      <span className="flex flex-wrap gap-2">
        <LinkButton size="sm" href={paths.knowledgeBase(base.id, 'search')} icon={<Search aria-hidden="true" />}>
          {t('Ask a question')}
        </LinkButton>
        {builds && (
          <LinkButton size="sm" href={paths.customAgents()} icon={<Bot aria-hidden="true" />}>
            {t('Make an agent')}
          </LinkButton>
        )}
      </span>
    </div>
  )
}
