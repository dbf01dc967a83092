import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Bench } from '#contract/agents/benches.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { benchQuery } from './bench-queries.ts'
import { statusText } from './bench-texts.ts'
import { Draft } from './draft.tsx'
import { Result } from './result.tsx'

export const loader = ({ params }: ScreenArgs) => load(benchQuery(params.id ?? ''))

/** One bench: filled in until it starts, looked at from then on. */
export function Component() {
  const { id = '' } = useParams()
  const bench = useData(benchQuery(id))
  const { agents, runs, figures } = bench
  const open = bench.status === 'running' || (bench.deleted_at === null && figures.some((one) => one.ended < one.runs))
  useFresh('getBench', open)
  const ended = figures.reduce((sum, one) => sum + one.ended, 0)
  const title = agents.map(({ name }) => name).join(' · ')
  return (
    <Page title={title} wide>
      <PageHeader
        title={title}
        crumbs={[{ label: t('Private benches'), href: paths.benches() }]}
        actions={<DeleteBench bench={bench} />}
      >
        {statusText({ ...bench, runs: runs.length, ended })}
      </PageHeader>
      {bench.status === 'draft' ? <Draft key={bench.id} bench={bench} /> : <Result bench={bench} />}
    </Page>
  )
}

/** What the button deletes, in words. */
function wordsOf({ status, deleted_at }: Bench) {
  if (status === 'draft')
    return { label: t('Delete'), lost: t('The cases and uploaded files will be deleted. Nothing has run yet.') }
  if (deleted_at !== null)
    return { label: t('Remove from the list'), lost: t('The remaining figures will be deleted too.') }
  const lost = t('Cases, files and answers will be permanently deleted, including those of the runs. The figures stay.')
  return {
    label: t('Delete now'),
    lost: status === 'running' ? `${t('Active runs are cancelled free of charge.')} ${lost}` : lost,
  }
}

function DeleteBench({ bench }: { bench: Bench }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const { label, lost } = wordsOf(bench)
  const remove = useAction(async () => {
    const left = await call('deleteBench', { params: { id: bench.id } })
    void refresh('listBenches', 'getCredits')
    if (left === null) {
      await navigate(paths.benches(), { replace: true })
      return queryClient.removeQueries(benchQuery(bench.id))
    }
    queryClient.setQueryData(benchQuery(bench.id).queryKey, left)
    setAsking(false)
  })
  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={label}
        keep={t('Cancel')}
        act={label}
        busy={remove.busy && t('Deleting...')}
        onAct={() => void remove.run()}
        failure={remove.error !== null && friendly(remove.error)}
      >
        <p>{lost}</p>
      </ConfirmDialog>
    </>
  )
}
