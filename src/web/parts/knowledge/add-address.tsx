import { type FormEvent, useState } from 'react'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { refreshDocuments } from './add-documents.tsx'

/** Reads a page or file into a base. @returns what it is called there */
export async function readInto(id: KnowledgeId, url: string): Promise<string> {
  const { name } = await call('addKnowledgeAddress', { params: { id }, body: { url } }, { exact: true })
  return name
}

/** @param read reads the address and adds it; answers what was added. What it throws is shown */
export function AddAddress({ read, disabled = false }: { read: (url: string) => Promise<string>; disabled?: boolean }) {
  const [url, setUrl] = useState('')
  const [added, setAdded] = useState('')
  const add = useAction(async () => {
    setAdded('')
    const name = await read(url)
    // What was typed meanwhile stays.
    setUrl((now) => (now === url ? '' : now))
    setAdded(name)
    await refreshDocuments()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() !== '') void add.run()
  }
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <TextField
        label={t('Add from a web address')}
        help={t('A web page, PDF, Word, Markdown or text file that opens without signing in')}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={KNOWLEDGE.address}
        value={url}
        disabled={disabled}
        error={add.error === null ? undefined : friendly(add.error)}
        onChange={({ target: { value } }) => setUrl(value)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="sm" busy={add.busy && t('Reading...')} disabled={disabled || url.trim() === ''}>
          {t('Add page')}
        </Button>
        <p role="status" className="wrap-anywhere text-muted text-base">
          {added !== '' && t('Added {name}', { name: added })}
        </p>
      </div>
    </form>
  )
}
