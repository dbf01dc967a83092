import { type FormEvent, useState } from 'react'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

const EMPTY = { phrase: '', also: '', both_ways: false }

/** What the server says of a field. */
const ofField = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.problem(field) : undefined

/** Lets a phrase find another one. */
export function AddSynonym() {
  const [said, setSaid] = useState(EMPTY)
  const add = useAction(async () => {
    await call('addSynonym', { body: said })
    setSaid(EMPTY)
    await refresh('listSynonyms', 'trySearch')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add.run()
  }
  const errors = { phrase: ofField(add.error, 'phrase'), also: ofField(add.error, 'also') }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 rounded border border-line p-4">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          label="Searched for"
          maxLength={64}
          value={said.phrase}
          error={errors.phrase}
          onChange={(event) => setSaid({ ...said, phrase: event.target.value })}
        />
        <TextField
          label="Also finds"
          maxLength={64}
          value={said.also}
          error={errors.also}
          onChange={(event) => setSaid({ ...said, also: event.target.value })}
        />
      </div>
      <Checkbox
        label="Both directions"
        checked={said.both_ways}
        onChange={(event) => setSaid({ ...said, both_ways: event.target.checked })}
      />
      {add.error !== null && !errors.phrase && !errors.also && <Callout tone="bad">{friendly(add.error)}</Callout>}
      <div>
        <Button type="submit" variant="primary" busy={add.busy && 'Adding...'}>
          Add
        </Button>
      </div>
    </form>
  )
}
