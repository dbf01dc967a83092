import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Agent } from '#contract/agents/agents.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

const SHOWN = 5

/** Agents found by words, to be added one by one. */
export function AddAgent({ chosen, onAdd }: { chosen: readonly string[]; onAdd: (agent: Agent) => void }) {
  const [text, setText] = useState('')
  const search = text.trim()
  const { data } = useQuery({ ...q('listAgents', { query: { search } }), enabled: search.length > 1 })
  const found = (search.length > 1 ? (data?.agents ?? []) : []).filter(({ id }) => !chosen.includes(id)).slice(0, SHOWN)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <TextField
        label={chosen.length === 0 ? t('Find an agent') : t('Add another agent')}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.length > 0 && (
        <ul className="grid gap-1">
          {found.map((agent) => (
            <li key={agent.id} className="flex items-center justify-between gap-3 rounded bg-sunken px-3 py-1.5">
              <span className="min-w-0 truncate">
                {agent.name} <span className="text-muted text-xs">{priceText(agent.price)}</span>
              </span>
              <Button
                size="sm"
                icon={<Plus aria-hidden="true" />}
                aria-label={t('Add {name}', { name: agent.name })}
                onClick={() => {
                  onAdd(agent)
                  setText('')
                }}
              >
                {t('Add')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {search.length > 1 && data && found.length === 0 && (
        <p className="text-muted text-base">{t('No agents match.')}</p>
      )}
    </div>
  )
}
