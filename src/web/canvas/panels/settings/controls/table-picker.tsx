import { useQuery } from '@tanstack/react-query'
import type { DataTable } from '#contract/workflows/data-tables.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import type { ControlProps } from './control-props.ts'
import { OwnPicker } from './own-picker.tsx'

/** One of the data tables that the author may use. */
export const TablePicker = (props: ControlProps) => (
  <OwnPicker<DataTable>
    {...props}
    list={useQuery(q('listDataTables'))}
    gone={t('This data table was deleted or is no longer shared with you. Choose another one.')}
  >
    {(chosen, items) =>
      chosen ? (
        <p className="text-muted text-base">
          {t('Columns: {columns}. ', { columns: chosen.columns.map(({ name }) => name).join(', ') })}
          <TextLink href={paths.dataTable(chosen.id)}>{t('Open table')}</TextLink>
        </p>
      ) : (
        items.length === 0 && (
          <p className="text-base">
            <TextLink href={paths.dataTables()}>{t('Create a data table')}</TextLink>
          </p>
        )
      )
    }
  </OwnPicker>
)
