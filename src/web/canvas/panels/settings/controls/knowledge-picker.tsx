import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import type { ControlProps } from './control-props.ts'
import { OwnPicker } from './own-picker.tsx'

/** One of the knowledge bases that the author may search, last changed first. */
export const KnowledgePicker = (props: ControlProps) => (
  <OwnPicker
    {...props}
    list={useQuery(q('listKnowledge', { query: {} }))}
    gone={t('This knowledge base was deleted or is no longer shared with you. Choose another one.')}
  >
    {(chosen) => (
      <p className="text-base">
        {chosen ? (
          <TextLink href={paths.knowledgeBase(chosen.id)}>{t('Open knowledge base')}</TextLink>
        ) : (
          <TextLink href={paths.knowledge}>{t('Manage knowledge')}</TextLink>
        )}
      </p>
    )}
  </OwnPicker>
)
