/** What a workflow that starts with changes of a data table waits for. */
import { useQuery } from '@tanstack/react-query'
import type { DataTableId } from '#contract/workflows/data-tables.ts'
import type { WorkflowTrigger } from '#contract/workflows/triggers.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Facts } from './facts.tsx'

const events = (): Record<string, string> => ({
  added: t('A row is added'),
  changed: t('A row changes'),
  added_or_changed: t('A row is added or changes'),
  deleted: t('A row is deleted'),
  any: t('A row is added, changes or is deleted'),
})

export function TableChanges({ trigger: { settings, table } }: { trigger: WorkflowTrigger }) {
  const id = typeof settings.table_id === 'string' ? settings.table_id : null
  return (
    <>
      {table?.waiting_reason && (
        <Callout tone="warn">
          {t('Some changes haven’t started a run yet and will be tried again. {reason}', {
            reason: table.waiting_reason,
          })}
        </Callout>
      )}
      <Facts
        facts={[
          [t('Starts on'), events()[typeof settings.event === 'string' ? settings.event : 'added']],
          [t('Data table'), id === null ? t('None') : <TableName key="table" id={id} />],
          ...(table && table.waiting > 0 ? [[t('Waiting to start'), String(table.waiting)] as const] : []),
        ]}
      />
      <p className="text-muted text-base">
        {t(
          'Changes made by this workflow’s own runs don’t start it, also not through other workflows. At most 10 runs are under way at once; more changes wait in their order. Changes made while it is paused start nothing.',
        )}
      </p>
    </>
  )
}

function TableName({ id }: { id: string }) {
  const { data, isError } = useQuery({ ...q('getDataTable', { params: { id: id as DataTableId } }), retry: false })
  if (isError) return t('It was deleted or isn’t shared with you')
  return <TextLink href={paths.dataTable(id)}>{data?.name ?? t('Loading...')}</TextLink>
}
