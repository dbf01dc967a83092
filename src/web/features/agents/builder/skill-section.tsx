import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { SKILLS } from '#contract/workflows/skill-values.ts'
import type { Skill } from '#contract/workflows/skills.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { ImportSkill } from '#web/parts/workflows/skills/import-skill.tsx'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Section } from './section.tsx'
import { type AgentEdits, skillsOf } from './use-agent.ts'

/** What the agent reads when a task needs it. */
export function SkillSection({ agent, edits }: { agent: WorkflowNode; edits: AgentEdits }) {
  const count = skillsOf(agent).length
  const summary = count === 0 ? t('None') : count === 1 ? t('1 skill') : t('{count} skills', { count })
  return (
    <Section title={t('Skills')} summary={summary} problems={[`${agent.id}.skills`]}>
      <SkillFields agent={agent} edits={edits} />
    </Section>
  )
}

function SkillFields({ agent, edits }: { agent: WorkflowNode; edits: AgentEdits }) {
  const { data, error } = useQuery(q('listSkills'))
  const [importing, setImporting] = useState(false)
  const all = data?.items ?? []
  const chosen = skillsOf(agent).map((id) => ({
    id,
    skill: all.find(({ revision_id, earlier }) => revision_id === id || earlier.some((one) => one === id)),
  }))
  const isUsed = ({ id }: Skill) => chosen.some(({ skill }) => skill?.id === id)
  const others = all.filter((skill) => !isUsed(skill))
  const disabled = edits.readOnly !== null
  const isFull = chosen.length >= SKILLS.per_agent
  /** In place of another revision of the same skill. */
  const use = (skill: Skill) =>
    edits.skills((ids) => {
      const revisions = new Set<string>([skill.revision_id, ...skill.earlier])
      return [...ids.filter((id) => !revisions.has(id)), skill.revision_id]
    })
  return (
    <>
      <p className="text-muted">
        {t('The agent sees names and descriptions, and reads a skill when a task needs it.')}{' '}
        <TextLink href={paths.skills()}>{t('Manage skills')}</TextLink>
      </p>
      {error && <Callout tone="bad">{friendly(error)}</Callout>}
      {chosen.length > 0 && (
        <ul aria-label={t('Skills')} className="surface-card divide-y divide-line">
          {chosen.map(({ id, skill }) => (
            <ChosenSkill
              key={id}
              id={id}
              skill={skill}
              loaded={data !== undefined}
              disabled={disabled}
              onUpdate={use}
              onRemove={() => edits.skills((ids) => ids.filter((one) => one !== id))}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && !isFull && (
        <Select
          label={t('Add a skill')}
          value=""
          disabled={disabled}
          options={[
            { value: '', label: t('Choose one') },
            ...others.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={({ target: { value } }) => {
            const skill = others.find(({ id }) => id === value)
            if (skill) use(skill)
          }}
        />
      )}
      <div>
        <Button disabled={disabled || isFull} onClick={() => setImporting(true)}>
          {t('Import a skill')}
        </Button>
      </div>
      {importing && <ImportSkill onImported={use} onClose={() => setImporting(false)} />}
    </>
  )
}

function ChosenSkill(props: {
  id: string
  skill: Skill | undefined
  loaded: boolean
  disabled: boolean
  onUpdate: (skill: Skill) => void
  onRemove: () => void
}) {
  const { id, skill, loaded, disabled, onUpdate, onRemove } = props
  const name = skill?.name ?? (loaded ? t('Deleted or not yours') : '…')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 px-3 py-2">
      <div className="flex items-center justify-between gap-2">
        {skill ? (
          <TextLink href={paths.skill(skill.id)} className="wrap-anywhere">
            {name}
          </TextLink>
        ) : (
          <span className={loaded ? 'text-bad' : 'text-muted'}>{name}</span>
        )}
        <IconButton label={t('Remove {name}', { name })} size="sm" disabled={disabled} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {skill && (
        <p className="line-clamp-2 text-muted text-base">
          <bdi>{skill.description}</bdi>
        </p>
      )}
      {skill && skill.revision_id !== id && (
        <div className="flex flex-wrap items-center justify-between gap-2 text-base">
          <span>{t('The skill was edited since it was added.')}</span>
          <Button size="sm" disabled={disabled} onClick={() => onUpdate(skill)}>
            {t('Update it')}
          </Button>
        </div>
      )}
    </li>
  )
}
