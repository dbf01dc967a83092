/** What a seller does next with an agent. Pure. */
import type { OwnAgent } from '#contract/agents/publishing.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'

export function nextStep({ id, slug, phase }: Pick<OwnAgent, 'id' | 'slug' | 'phase'>): {
  label: string
  href: string
} {
  switch (phase) {
    case 'draft':
      return { label: t('Finish and submit'), href: paths.publish({ agent: id }) }
    case 'rejected':
      return { label: t('Make the changes'), href: paths.publish({ agent: id }) }
    case 'published':
      return { label: t('New version'), href: paths.publish({ agent: id }) }
    case 'updating':
    case 'in_review':
      return { label: t('View submission'), href: paths.sellerAgent(id) }
    case 'deprecated':
      return { label: t('Open listing'), href: paths.agent(slug) }
    case 'suspended':
      return { label: t('See why'), href: paths.sellerAgent(id) }
    case 'archived':
      return { label: t('Open'), href: paths.sellerAgent(id) }
  }
}
