import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { friendly } from '#web/api/friendly.ts'
import {
  boughtAgentsQuery,
  chosenAgentQuery,
  foundAgentsQuery,
  ownServicesQuery,
} from '#web/canvas/services/queries/agents.ts'
import { t } from '#web/lib/language.ts'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { ControlProps } from './control-props.ts'
import { PickedProblem } from './picked.tsx'
import { OptionList } from './simple-controls.tsx'

/** An agent of the marketplace: those that the person has added or bought first, and others by search. */
export function AgentPicker(props: ControlProps) {
  const { value, field } = props
  const [search, setSearch] = useState('')
  const words = search.trim()
  const services = useQuery(ownServicesQuery())
  const bought = useQuery(boughtAgentsQuery())
  const found = useQuery({ ...foundAgentsQuery(words), enabled: words.length > 1, placeholderData: (last) => last })
  const id = typeof value === 'string' ? value : ''
  const chosen = useQuery({ ...chosenAgentQuery(id), enabled: id !== '', retry: false })
  const options = new Map<string, string>()
  if (id !== '') options.set(id, chosen.data?.name ?? (chosen.isError ? t('No longer available') : '…'))
  if (words.length > 1)
    for (const one of found.data?.agents ?? []) options.set(one.id, `${one.name} (${priceText(one.price)})`)
  else {
    for (const { agent } of services.data?.items ?? []) options.set(agent.id, agent.name)
    for (const { agent, status } of bought.data?.items ?? []) if (status === 'active') options.set(agent.id, agent.name)
  }
  const nothing = words.length > 1 && found.data?.agents.length === 0
  return (
    <div className="grid gap-1.5">
      <TextField
        label={t('Search for {title}', { title: field.title })}
        hideLabel
        type="search"
        placeholder={t('Search the marketplace')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <OptionList
        {...props}
        value={id === '' ? undefined : id}
        options={[...options].map(([key, label]) => ({ value: key, label }))}
        empty={t('Choose one')}
      />
      {nothing && <p className="text-muted text-base">{t('No agents match.')}</p>}
      {found.error && <PickedProblem>{friendly(found.error)}</PickedProblem>}
      {chosen.isError && <PickedProblem>{t('This agent is no longer available. Choose another one.')}</PickedProblem>}
    </div>
  )
}
