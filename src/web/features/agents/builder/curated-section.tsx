import { useQuery } from '@tanstack/react-query'
import { Download, Pencil, Plus, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { CURATED } from '#contract/workflows/curated-answer-values.ts'
import type { CuratedAnswer } from '#contract/workflows/curated-answers.ts'
import type { AgentSteps } from '#graph/custom-agent/read-agent.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, download } from '#web/api/call.ts'
import { useExportReason } from '#web/api/export-reason.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { NodeFields } from '#web/canvas/panels/settings/node-fields.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { ImportCsv } from '#web/parts/workflows/forms/import-csv.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CuratedDialog, type DraftAnswer } from './curated-dialog.tsx'
import { Section } from './section.tsx'
import { TryQuestion } from './try-question.tsx'

const answersQuery = (id: WorkflowId) => q('listCuratedAnswers', { params: { id } })

/** Answers that a person wrote, which win over the model. */
export function CuratedSection({ id, steps, readOnly }: { id: WorkflowId; steps: AgentSteps; readOnly: boolean }) {
  const { agent } = steps
  const { data } = useQuery(answersQuery(id))
  const count = data?.total ?? 0
  const isOn = agent.config.curated === true
  const summary = !isOn ? t('Off') : count === 1 ? t('1 answer') : t('{count} answers', { count: formatNumber(count) })
  return (
    <Section
      title={t('Curated answers')}
      summary={summary}
      problems={[`${agent.id}.curated`, `${agent.id}.curated_similarity`]}
    >
      <p className="text-muted">
        {t('When asked this, say exactly that. Changes apply at once, also where the agent is published.')}
      </p>
      <NodeFields node={agent} names={isOn ? ['curated', 'curated_similarity'] : ['curated']} />
      {steps.answer?.type === 'choose_fields' && (
        <Callout>{t('Curated answers are used for answers in text, not in fixed fields.')}</Callout>
      )}
      {data === undefined ? <Skeleton className="h-16" /> : <Answers id={id} items={data.items} readOnly={readOnly} />}
      {count > 0 && <TryQuestion id={id} needed={similarityOf(agent.config.curated_similarity)} />}
    </Section>
  )
}

const similarityOf = (value: unknown): number => (typeof value === 'number' ? value : CURATED.similarity)

type Opened = { what: 'edit'; draft: DraftAnswer } | { what: 'import' } | { what: 'delete'; one: CuratedAnswer } | null

function Answers({ id, items, readOnly }: { id: WorkflowId; items: readonly CuratedAnswer[]; readOnly: boolean }) {
  const [open, setOpen] = useState<Opened>(null)
  const close = () => setOpen(null)
  const reason = useExportReason()
  const save = useAction(async () => {
    const file = await download('exportCuratedAnswers', { params: { id } })
    saveFile('curated-answers.csv', file, 'text/csv')
  })
  const load = async (csv: string) => {
    const { answers } = await call('importCuratedAnswers', { params: { id }, body: { csv } })
    await refresh('listCuratedAnswers')
    notify({
      type: 'success',
      title: answers === 1 ? t('1 answer added') : t('{answers} answers added', { answers: formatNumber(answers) }),
    })
  }
  return (
    <>
      {items.length > 0 && (
        <ul className="grid max-h-96 grid-cols-[minmax(0,1fr)] divide-y divide-line overflow-y-auto rounded border border-line">
          {items.map((one) => (
            <AnswerRow
              key={one.id}
              one={one}
              readOnly={readOnly}
              onEdit={() => setOpen({ what: 'edit', draft: one })}
              onDelete={() => setOpen({ what: 'delete', one })}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {!readOnly && (
          <>
            <Button
              size="sm"
              icon={<Plus aria-hidden="true" />}
              onClick={() => setOpen({ what: 'edit', draft: { questions: [], answer: '' } })}
            >
              {t('Add an answer')}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              icon={<Upload aria-hidden="true" />}
              onClick={() => setOpen({ what: 'import' })}
            >
              {t('Import from CSV')}
            </Button>
          </>
        )}
        {items.length > 0 && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Download aria-hidden="true" />}
            reason={reason}
            busy={save.busy && t('Exporting...')}
            onClick={() => void save.run()}
          >
            {t('Export as CSV')}
          </Button>
        )}
      </div>
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      {open?.what === 'edit' && (
        <CuratedDialog
          workflow={id}
          title={open.draft.id === undefined ? t('New curated answer') : t('Edit curated answer')}
          draft={open.draft}
          onClose={close}
        />
      )}
      {open?.what === 'import' && (
        <ImportCsv title={t('Import curated answers')} maxBytes={CURATED.file} onImport={load} onClose={close}>
          {t(
            'The file needs the columns “question” and “answer”. Rows with the same answer become one. A question that already has an answer gets the new one.',
          )}
        </ImportCsv>
      )}
      {open?.what === 'delete' && <DeleteAnswer id={id} one={open.one} onClose={close} />}
    </>
  )
}

function AnswerRow(props: { one: CuratedAnswer; readOnly: boolean; onEdit: () => void; onDelete: () => void }) {
  const { one, readOnly, onEdit, onDelete } = props
  const [first = '', ...more] = one.questions
  return (
    <li className="flex items-start gap-2 px-3 py-2">
      <div className="grid min-w-0 grow gap-0.5">
        <p className="wrap-anywhere font-medium" dir="auto">
          {first}
          {more.length > 0 && (
            <span className="font-normal text-muted">{t(' and {count} more', { count: more.length })}</span>
          )}
        </p>
        <p className="line-clamp-2 wrap-anywhere text-muted" dir="auto">
          {one.answer}
        </p>
      </div>
      {!readOnly && (
        <div className="flex shrink-0">
          <IconButton label={t('Edit “{first}”', { first })} size="sm" onClick={onEdit}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton label={t('Delete “{first}”', { first })} size="sm" onClick={onDelete}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </li>
  )
}

function DeleteAnswer({ id, one, onClose }: { id: WorkflowId; one: CuratedAnswer; onClose: () => void }) {
  const remove = useAction(async () => {
    await call('deleteCuratedAnswer', { params: { id, answer_id: one.id } })
    await refresh('listCuratedAnswers')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Delete this answer?')}
      keep={t('Keep it')}
      act={t('Delete')}
      busy={remove.busy && t('Deleting...')}
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      {t('The model will answer “{question}” again.', { question: one.questions[0] ?? '' })}
    </ConfirmDialog>
  )
}
