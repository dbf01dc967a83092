import { type FormEvent, useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { fieldProblems } from '#web/features/connectors/packages/package-failure.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { keepServer } from './keep-server.ts'
import type { Server } from './server-queries.ts'

interface FieldsProps {
  names: readonly string[]
  values: Readonly<Record<string, string>>
  /** By fields of the request, such as `values.API_KEY`. */
  problems: Readonly<Record<string, string>>
  onChange: (values: Record<string, string>) => void
}

/** The values of a package that each person gives. */
export const ValueFields = ({ names, values, problems, onChange }: FieldsProps) =>
  names.map((name) => (
    <PasswordField
      key={name}
      label={name}
      help={t('It’s encrypted, given to this server only and never shown again.')}
      autoComplete="off"
      value={values[name] ?? ''}
      error={problems[`values.${name}`] && t(problems[`values.${name}`] ?? '')}
      onChange={(event) => onChange({ ...values, [name]: event.target.value })}
    />
  ))

/** Enters all values again, and reads the tools with them. */
export function ReplaceValues({ server, onClose }: { server: Server; onClose: () => void }) {
  const [values, setValues] = useState<Record<string, string>>({})
  const saving = useAction(async () => {
    const params = { id: server.id }
    await call('updateMcpServer', { params, body: { values } })
    await keepServer((await call('refreshMcpServer', { params })).server)
    onClose()
  })
  const problems = fieldProblems(saving.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saving.run()
  }
  return (
    <Dialog open onClose={onClose} title={t('Enter values')}>
      <form noValidate autoComplete="off" onSubmit={submit} className="grid gap-5">
        {saving.error !== null && problems === null && <Callout tone="bad">{friendly(saving.error)}</Callout>}
        <ValueFields names={server.value_names} values={values} problems={problems ?? {}} onChange={setValues} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={server.value_names.some((name) => (values[name] ?? '').trim() === '')}
            busy={saving.busy && t('Saving...')}
          >
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
