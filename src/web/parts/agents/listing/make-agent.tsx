import { type FormEvent, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AgentDetail } from '#contract/agents/agents.ts'
import type { WorkflowSummary } from '#contract/workflows/workflows.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Spinner } from '#web/ui/spinner.tsx'

type Source = Pick<WorkflowSummary, 'id' | 'name' | 'description'>

/** A draft agent of a workflow: what people read of it, and where it belongs. Leads to the draft once it is there. */
export function MakeAgent({ workflow, onClose }: { workflow: Source; onClose: () => void }) {
  const navigate = useNavigate()
  const finish = ({ id, name }: AgentDetail) => {
    notify({ type: 'success', title: t('Draft created'), message: t('Only you can see “{name}” for now.', { name }) })
    onClose()
    void navigate(paths.publish({ agent: id }))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Convert to agent')}
      description={t('Its first version is the current workflow. Later changes to the workflow don’t affect it.')}
    >
      <Suspense fallback={<Spinner />}>
        <Draft workflow={workflow} onMade={finish} onClose={onClose} />
      </Suspense>
    </Dialog>
  )
}

interface Props {
  workflow: Source
  onMade: (agent: AgentDetail) => void
  onClose: () => void
}

function Draft({ workflow, onMade, onClose }: Props) {
  const { items: categories } = useData(q('listCategories'))
  const [name, setName] = useState(workflow.name)
  const [tagline, setTagline] = useState('')
  const [description, setDescription] = useState(workflow.description)
  const [category, setCategory] = useState('')
  const [tried, setTried] = useState(false)
  const make = useAction(async () => {
    const body = { workflow_id: workflow.id, name, tagline, description, category }
    onMade(await call('convertToAgent', { body }))
  })
  const missing = (text: string, words: string) => (tried && text.trim() === '' ? words : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() !== '' && tagline.trim() !== '' && category !== '') void make.run()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        label={t('Name')}
        value={name}
        maxLength={120}
        error={missing(name, t('Name is required'))}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('Summary')}
        help={t('What it does, for its marketplace card.')}
        value={tagline}
        maxLength={200}
        error={missing(tagline, t('Enter a one-sentence summary'))}
        onChange={(event) => setTagline(event.target.value)}
      />
      <TextArea
        label={t('Description')}
        optional
        value={description}
        maxLength={5000}
        onChange={(event) => setDescription(event.target.value)}
      />
      <Select
        label={t('Category')}
        value={category}
        options={[
          { value: '', label: t('Choose a category') },
          ...categories.map(({ slug, name }) => ({ value: slug, label: t(name) })),
        ]}
        error={missing(category, t('Choose a category'))}
        onChange={(event) => setCategory(event.target.value)}
      />
      {make.error !== null && <Callout tone="bad">{friendly(make.error)}</Callout>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={make.busy && t('Creating draft...')}>
          {t('Create draft')}
        </Button>
      </div>
    </form>
  )
}
