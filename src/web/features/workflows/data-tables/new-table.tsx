import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { newColumn } from './column-fields.tsx'
import { TableForm } from './table-form.tsx'

/** Makes a data table and opens it. */
export function NewTable() {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [begin] = useState(() => ({ name: '', columns: [newColumn('name'), newColumn()] }))
  return (
    <>
      <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('New table')}
      </Button>
      {open && (
        <TableForm
          title={t('New data table')}
          begin={begin}
          act={t('Create')}
          acting={t('Creating...')}
          onClose={() => setOpen(false)}
          onSave={async (body) => {
            const { id } = await call('createDataTable', { body })
            await refresh('listDataTables')
            await navigate(paths.dataTable(id))
          }}
        />
      )}
    </>
  )
}
