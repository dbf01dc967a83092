import { useSearchParams } from 'react-router'
import { load } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { HubPage } from './hub-page.tsx'
import { hubQuery, readHubState } from './hub-state.ts'

export const loader = ({ url }: ScreenArgs) => load(hubQuery(readHubState(url.searchParams)))

/** §2.1: the same hub, with the ways to begin open. */
export function Component() {
  const [params] = useSearchParams()
  return <HubPage state={readHubState(params)} starting />
}
