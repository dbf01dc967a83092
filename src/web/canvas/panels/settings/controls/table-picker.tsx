import { useQuery } from '@tanstack/react-query'
import type { DataTable } from '#contract/workflows/data-tables.ts'
import { q } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import type { ControlProps } from './control-props.ts'
import { OwnPicker } from './own-picker.tsx'

/** One of the data tables that the author may use. */
export const TablePicker = (props: ControlProps) => (
  <OwnPicker<DataTable>
    {...props}
    list={useQuery(q('listDataTables'))}
    gone="This data table was deleted or is no longer shared with you. Choose another one."
  >
    {(chosen, items) =>
      chosen ? (
        <p className="text-muted text-base">
          {`Columns: ${chosen.columns.map(({ name }) => name).join(', ')}. `}
          <TextLink href={paths.dataTable(chosen.id)}>Open table</TextLink>
        </p>
      ) : (
        items.length === 0 && (
          <p className="text-base">
            <TextLink href={paths.dataTables()}>Create a data table</TextLink>
          </p>
        )
      )
    }
  </OwnPicker>
)
