import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Fact, Memory } from '#contract/runs/memory.ts'
import { MEMORY } from '#contract/runs/memory-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const memoriesQuery = q('listMemories')
const renew = () => refresh('listMemories', 'listFacts', 'getMemoryState')

/** What agents remember of the person, each fact with its source, to be changed and deleted. */
export function Memories() {
  const { items, total } = useData(memoriesQuery)
  return (
    <Card>
      <CardHeader title={t('What agents remember about you')}>
        {t('Only agents you allowed, and only what you told them. Nobody else sees it, not even their authors.')}
      </CardHeader>
      {items.length === 0 ? (
        <p className="text-muted">{t('Nothing. An agent asks you before it remembers anything.')}</p>
      ) : (
        <ul>
          {items.map((memory) => (
            <Row key={memory.id} memory={memory} />
          ))}
        </ul>
      )}
      {total > items.length && (
        <p className="mt-3 text-muted text-base">{t('and {count} more', { count: total - items.length })}</p>
      )}
    </Card>
  )
}

function Row({ memory }: { memory: Memory }) {
  const [erasing, setErasing] = useState(false)
  const { name, slug, id } = memory
  const { data } = useQuery(q('listFacts', { params: { id } }))
  return (
    <li className="grid gap-2 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-60 font-medium">
          {slug === null ? (
            <bdi>{name}</bdi>
          ) : (
            <TextLink href={paths.agent(slug)}>
              <bdi>{name}</bdi>
            </TextLink>
          )}
        </p>
        <Button
          size="sm"
          aria-label={t('Stop and erase what {name} remembers', { name })}
          onClick={() => setErasing(true)}
        >
          {t('Stop and erase')}
        </Button>
      </div>
      {data === undefined ? (
        <Skeleton className="h-6" />
      ) : data.items.length === 0 ? (
        <p className="text-muted text-base">{t('It remembers nothing yet.')}</p>
      ) : (
        <ul className="grid gap-1">
          {data.items.map((fact) => (
            <FactRow key={fact.id} memory={memory} fact={fact} />
          ))}
        </ul>
      )}
      {erasing && <Erase memory={memory} onClose={() => setErasing(false)} />}
    </li>
  )
}

function FactRow({ memory, fact }: { memory: Memory; fact: Fact }) {
  const [editing, setEditing] = useState(false)
  const params = { id: memory.id, fact_id: fact.id }
  const remove = useAction(async () => {
    await call('deleteFact', { params })
    await renew()
  })
  if (editing) return <EditFact memory={memory} fact={fact} onClose={() => setEditing(false)} />
  return (
    <li className="grid gap-1">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <p dir="auto" className="wrap-anywhere">
            {fact.fact}
          </p>
          <p className="text-muted text-base">
            <RelativeTime time={fact.updated_at} />
            {fact.by === 'person' && ` · ${t('Edited by you')}`}
            {fact.execution_id !== null && (
              <>
                {' · '}
                <TextLink href={paths.run(fact.execution_id)}>{t('Source')}</TextLink>
              </>
            )}
          </p>
        </div>
        <IconButton label={t('Edit “{fact}”', { fact: fact.fact })} size="sm" onClick={() => setEditing(true)}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('Delete “{fact}”', { fact: fact.fact })}
          size="sm"
          disabled={remove.busy}
          onClick={() => void remove.run()}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      {remove.error !== null && <Callout tone="bad">{friendly(remove.error)}</Callout>}
    </li>
  )
}

function EditFact({ memory, fact, onClose }: { memory: Memory; fact: Fact; onClose: () => void }) {
  const [text, setText] = useState(fact.fact)
  const save = useAction(async () => {
    await call('editFact', { params: { id: memory.id, fact_id: fact.id }, body: { fact: text } })
    await renew()
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  const problem = save.error instanceof ApiError ? save.error.problem('fact') : undefined
  return (
    <li>
      <form noValidate onSubmit={submit} className="grid gap-2">
        <TextField
          label={t('Fact')}
          dir="auto"
          maxLength={MEMORY.fact}
          value={text}
          error={problem ?? (save.error === null ? undefined : friendly(save.error))}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button size="sm" type="submit" variant="primary" busy={save.busy && t('Saving...')}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </li>
  )
}

function Erase({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const erase = useAction(async () => {
    await call('eraseMemory', { params: { id: memory.id } })
    await renew()
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Erase what {name} remembers?', { name: memory.name })}
      keep={t('Keep it')}
      act={t('Erase')}
      busy={erase.busy && t('Erasing...')}
      onAct={() => void erase.run()}
      failure={erase.error !== null && friendly(erase.error)}
    >
      {t('All facts are deleted and it stops remembering you. This can’t be undone.')}
    </ConfirmDialog>
  )
}
