/** A test case of what people decided about a run: its texts without personal data, to be read and changed before it is kept. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EVALUATION_NAME, REVIEWED_CASE } from '#contract/agents/publishing-limits.ts'
import type { CasePreview } from '#contract/agents/reviewed-cases.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { phiKindText } from './phi-kind-text.ts'

/** Who may allow it, or whose tests they are: the usual words of a refusal wouldn’t say. */
function reasonIn(error: unknown): string {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'case_needs_consent')
    return t(
      'This workspace doesn’t allow test cases of its runs. An owner or admin can allow it on the page of the workspace, under Data.',
    )
  if (code === 'case_of_others')
    return t(
      'This run isn’t of a workflow or custom agent of yours. Its tests belong to its seller, so you can’t make a test case of it.',
    )
  if (code === 'case_needs_text')
    return t(
      'This run read a document whose text it didn’t keep. Run it with text, or with an agent whose result holds the text of the document.',
    )
  if (code === 'case_content_deleted')
    return t('The content of this run was deleted, so no test case can be made of it.')
  if (code === 'workspace_role') return t('Your role in this workspace doesn’t allow making test cases.')
  return friendly(error)
}

export function ReviewedCase({ id, onClose }: { id: string; onClose: () => void }) {
  // As it is now: decisions change until the document is closed.
  const { data, error } = useQuery({
    ...q('previewReviewedCase', { params: { id } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (data) return <CaseForm key={data.revision} id={id} preview={data} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Make a test case')}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {error !== null ? <Callout tone="warn">{reasonIn(error)}</Callout> : <Skeleton className="h-40" />}
    </Dialog>
  )
}

function CaseForm({ id, preview, onClose }: { id: string; preview: CasePreview; onClose: () => void }) {
  const [name, setName] = useState(preview.name)
  const [texts, setTexts] = useState(() => preview.texts.map(({ text }) => text))
  const navigate = useNavigate()
  const save = useAction(async () => {
    const changed = preview.texts.flatMap(({ at, text }) => (texts[at] === text ? [] : [{ at, text: texts[at] ?? '' }]))
    const made = await call('makeReviewedCase', { params: { id }, body: { name, texts: changed } })
    await refresh('getWorkflowTests', 'getAgentTests')
    notify({
      type: 'success',
      title: made.is_new ? t('Test case saved') : t('This test case was there already'),
      message:
        made.cases === 1
          ? t('This workflow has 1 test case.')
          : t('This workflow has {cases} test cases.', { cases: made.cases }),
    })
    onClose()
    void navigate(paths.agentTests(made.workflow_id))
  })
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Make a test case')}
      description={t(
        'Personal data is replaced. Rules and lists miss some of it, unusual names most of all, so read the text before you save.',
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            busy={save.busy && t('Saving...')}
            reason={
              characters > REVIEWED_CASE.characters
                ? t('A test case can hold up to 100,000 characters.')
                : name.trim() === ''
                  ? t('Enter a name')
                  : undefined
            }
            onClick={() => void save.run()}
          >
            {t('Save test case')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {save.error !== null && <Callout tone="bad">{reasonIn(save.error)}</Callout>}
        {preview.is_made && (
          <Callout>{t('This revision has a test case already. Saving opens it and changes nothing.')}</Callout>
        )}
        <TextField
          label={t('Name')}
          value={name}
          maxLength={EVALUATION_NAME}
          onChange={(event) => setName(event.target.value)}
        />
        <Replaced counts={preview.replaced} />
        {preview.texts.map(({ at, field, is_document }) => (
          <TextArea
            key={at}
            label={is_document ? t('Text of the document: {field}', { field }) : t('Input: {field}', { field })}
            rows={is_document || (texts[at] ?? '').length > 200 ? 8 : 2}
            value={texts[at] ?? ''}
            onChange={(event) => setTexts(texts.with(at, event.target.value))}
          />
        ))}
        <Expected findings={preview.expected} />
      </div>
    </Dialog>
  )
}

const Replaced = ({ counts }: { counts: CasePreview['replaced'] }) => (
  <section className="grid gap-2">
    <h3 className="font-medium text-base text-ink">{t('Replaced')}</h3>
    {counts.length === 0 ? (
      <p className="text-muted">{t('No personal data was found. That doesn’t prove there’s none.')}</p>
    ) : (
      <ul className="flex flex-wrap gap-2">
        {counts.map(({ kind, count }) => (
          <li key={kind}>
            <Badge>
              {phiKindText(kind)}: {count}
            </Badge>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Expected = ({ findings }: { findings: CasePreview['expected'] }) => (
  <section className="grid gap-2">
    <h3 className="font-medium text-base text-ink">{t('Expected in the answer')}</h3>
    <ul className="grid gap-1">
      {findings.map(({ text, verdict }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be called the same, and none moves
        <li key={index} className="flex flex-wrap items-center gap-2">
          <bdi className="min-w-0 break-words font-mono">{text}</bdi>
          <Badge tone={verdict === 'edited' ? 'warn' : 'good'}>
            {verdict === 'edited' ? t('Edited') : t('Accepted')}
          </Badge>
        </li>
      ))}
    </ul>
  </section>
)
