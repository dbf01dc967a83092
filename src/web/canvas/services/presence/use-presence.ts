import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { Person } from '#contract/workflows/workflow-edits.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useStore } from '#web/lib/store.ts'
import { tellPresence } from './tell-presence.ts'

/** The name of this page in what the server tells of people. */
const OwnPage = createContext<string | null>(null)
export const OwnPageProvider = OwnPage.Provider

/** Says that this page is here as long as it is. @returns its name, once the server has told it */
export function usePresence(active: boolean): string | null {
  const [draft, view] = [useDraft(), useView()]
  const [client, setClient] = useState<string | null>(null)
  useEffect(() => (active ? tellPresence(draft, view, setClient) : undefined), [active, draft, view])
  return client
}

/** All other people who have the workflow open. */
export function useOthers(): readonly Person[] {
  const people = useStore(useDraft().presence.people)
  const own = useContext(OwnPage)
  return useMemo(() => (own === null ? [] : people.filter(({ client }) => client !== own)), [people, own])
}
