import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { NodeInfo } from '#contract/workflows/nodes.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** A type of the registry, or any name to see what the server says of it. */
export function TypeChoice({ type, nodes }: { type: string; nodes: readonly NodeInfo[] }) {
  const navigate = useNavigate()
  const [name, setName] = useState(type)
  const known = nodes.find((node) => node.type === type)
  const open = (next: string) => void navigate(paths.nodeConfigTest(next))
  const lookUp = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') open(name.trim())
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('Node type')}
        help={known?.description}
        value={known ? type : ''}
        options={[
          ...(known ? [] : [{ value: '', label: t('Choose') }]),
          ...nodes.map((node) => ({ value: node.type, label: `${node.title} (${node.category})` })),
        ]}
        onChange={({ target: { value } }) => value && open(value)}
      />
      <form onSubmit={lookUp} className="flex items-start gap-2">
        <div className="grow">
          <TextField
            label={t('Or enter a name')}
            help={t('Any name, even if it doesn’t exist.')}
            value={name}
            maxLength={64}
            spellCheck={false}
            autoCapitalize="none"
            onChange={({ target: { value } }) => setName(value)}
          />
        </div>
        <Button type="submit" className="mt-6.5">
          {t('Look up')}
        </Button>
      </form>
    </div>
  )
}
