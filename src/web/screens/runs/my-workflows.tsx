import { Rocket } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { load } from '#web/api/query.ts'
import { Page } from '#web/layouts/page.tsx'
import type { ScreenArgs } from '#web/layouts/screen-module.ts'
import { paths } from '#web/paths.ts'
import { RunsList } from '#web/run/runs-list.tsx'
import { runsQuery } from '#web/run/runs-query.ts'
import { readRunsState } from '#web/run/runs-state.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

export const loader = ({ url }: ScreenArgs) => load(runsQuery(readRunsState(url.searchParams)))

export function Component() {
  const [params] = useSearchParams()
  return (
    <Page title="My Workflows">
      <PageHeader
        title="My Workflows"
        actions={<LinkButton href={paths.executionRecovery()}>Recover failed runs</LinkButton>}
      >
        Every run you started, with its steps, its input and its result.
      </PageHeader>
      <RunsList
        state={readRunsState(params)}
        href={paths.myWorkflows}
        empty={
          <EmptyState
            icon={<Rocket aria-hidden="true" />}
            title="No runs yet"
            action={
              <LinkButton href={paths.marketplace()} variant="primary">
                Find an agent to run
              </LinkButton>
            }
          >
            Run an agent from the marketplace. Its steps and its result stay here.
          </EmptyState>
        }
      />
    </Page>
  )
}
