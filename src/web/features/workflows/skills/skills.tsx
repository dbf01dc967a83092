import { BookOpen, Upload } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Skill } from '#contract/workflows/skills.ts'
import { load, q, useData } from '#web/api/query.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { ImportSkill } from '#web/parts/workflows/skills/import-skill.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { NewSkill } from './new-skill.tsx'

const query = q('listSkills')

export const loader = () => load(query)

const tableColumns = (): readonly Column<Skill>[] => [
  {
    key: 'name',
    header: t('Name'),
    cell: ({ id, name, description }) => (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5 py-2">
        <TextLink href={paths.skill(id)} className="wrap-anywhere">
          {name}
        </TextLink>
        <span className="line-clamp-2 text-muted text-xs">
          <bdi>{description}</bdi>
        </span>
      </div>
    ),
  },
  {
    key: 'files',
    header: t('Files'),
    align: 'right',
    className: 'max-md:hidden',
    cell: ({ files }) => <span className="tabular-nums">{formatNumber(files + 1)}</span>,
  },
  {
    key: 'changed',
    header: t('Changed'),
    className: 'max-md:hidden',
    cell: ({ updated_at }) => <RelativeTime time={updated_at} />,
  },
]

/** Every skill of the person. */
export function Component() {
  const { items } = useData(query)
  const acts = <SkillActs />
  return (
    <Page title={t('Skills')} wide>
      <PageHeader
        title={t('Skills')}
        crumbs={[{ label: t('Custom agents'), href: paths.customAgents() }]}
        actions={items.length > 0 && acts}
      >
        {t('Instructions in the open SKILL.md format that your agents read when a task needs them.')}
      </PageHeader>
      {items.length === 0 ? (
        <EmptyState icon={<BookOpen aria-hidden="true" />} title={t('No skills yet')} action={acts}>
          {t('Import a skill that you use elsewhere, or write one, and add it to an agent.')}
        </EmptyState>
      ) : (
        <Table caption={t('Your skills')} columns={tableColumns()} rows={items} rowKey={({ id }) => id} />
      )}
    </Page>
  )
}

function SkillActs() {
  const navigate = useNavigate()
  const [importing, setImporting] = useState(false)
  const [made, setMade] = useState<Skill | null>(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<Upload aria-hidden="true" />} onClick={() => setImporting(true)}>
        {t('Import a skill')}
      </Button>
      <NewSkill />
      {importing && (
        <ImportSkill
          onImported={setMade}
          onClose={() => {
            setImporting(false)
            if (made) void navigate(paths.skill(made.id))
          }}
        />
      )}
    </div>
  )
}
