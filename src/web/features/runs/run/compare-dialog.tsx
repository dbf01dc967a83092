import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Execution } from '#contract/runs/executions.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { formatRelative } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i
const OTHER = 'other'

/** The runs of the same workflow around it, the one it was made from first. */
const candidates = ({ workflow }: Execution) =>
  q('listExecutions', { query: { workflow_id: workflow.id, limit: 50, offset: 0 } })

/** Selects the run to compare this one with. */
export function CompareDialog({ run, onClose }: { run: Execution; onClose: () => void }) {
  const navigate = useNavigate()
  const { data, error } = useQuery(candidates(run))
  const [chosen, setChosen] = useState(run.source_id ?? '')
  const [text, setText] = useState('')
  const options = (data?.items ?? [])
    .filter(({ id }) => id !== run.id && id !== run.source_id)
    .map(({ id, title, status, created_at }) => ({
      value: id as string,
      label: [title, formatRelative(created_at), t(status)].filter(Boolean).join(' · '),
    }))
  if (run.source_id) options.unshift({ value: run.source_id, label: t('The original run') })
  options.push({ value: OTHER, label: t('Another run by its address') })
  const value = chosen || (options[0]?.value ?? OTHER)
  const other = value === OTHER ? (UUID.exec(text)?.[0] ?? null) : value
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Compare with another run')}
      description={t('Compare each node’s status, duration, cost and output.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            reason={other === null ? t('Choose a run first.') : undefined}
            onClick={() => other !== null && void navigate(paths.compareRuns(other, run.id))}
          >
            {t('Compare')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
        {!data && error === null ? (
          <Spinner />
        ) : (
          <Select
            label={t('Compare with')}
            options={options}
            value={value}
            onChange={(event) => setChosen(event.target.value)}
          />
        )}
        {value === OTHER && (
          <TextField
            label={t('Run address or ID')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={text !== '' && other === null ? t('It doesn’t contain a run ID.') : undefined}
          />
        )}
      </div>
    </Dialog>
  )
}
