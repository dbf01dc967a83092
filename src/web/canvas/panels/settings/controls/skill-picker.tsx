import { useQuery } from '@tanstack/react-query'
import type { Skill } from '#contract/workflows/skills.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import type { ControlProps } from './control-props.ts'
import { OwnPicker } from './own-picker.tsx'

interface Choice {
  /** Of the revision that is named. */
  id: string
  name: string
  skill: Skill
}

/** One of the author's skills. What is named is the skill as it is now; one that was edited since can be brought up to date. */
export function SkillPicker(props: ControlProps) {
  const { data, error } = useQuery(q('listSkills'))
  const items = data?.items.flatMap((skill): Choice[] => {
    const earlier = skill.earlier.find((id) => id === props.value)
    const newest = { id: skill.revision_id, name: skill.name, skill }
    return earlier === undefined
      ? [newest]
      : [{ id: earlier, name: t('{name} (earlier text)', { name: skill.name }), skill }, newest]
  })
  return (
    <OwnPicker<Choice>
      {...props}
      list={{ data: items && { items }, error }}
      gone={t('This skill was deleted or belongs to another account. Its copy is still used where you own it.')}
    >
      {(chosen) => (
        <div className="grid gap-1.5 text-base">
          {chosen && <p className="text-muted">{chosen.skill.description}</p>}
          {chosen && chosen.id !== chosen.skill.revision_id && (
            <div className="flex flex-wrap items-center gap-2">
              <span>{t('The skill was edited since it was added.')}</span>
              <Button size="sm" disabled={props.disabled} onClick={() => props.onChange(chosen.skill.revision_id)}>
                {t('Update it')}
              </Button>
            </div>
          )}
          <p>
            {chosen ? (
              <TextLink href={paths.skill(chosen.skill.id)}>{t('Open skill')}</TextLink>
            ) : (
              <TextLink href={paths.skills()}>{t('Manage skills')}</TextLink>
            )}
          </p>
        </div>
      )}
    </OwnPicker>
  )
}
