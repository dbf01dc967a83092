import { useState } from 'react'
import type { ControlCommand } from '#contract/runs/execution-control.ts'
import type { ControlAction } from '#contract/runs/execution-states.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { runToken, storeRunToken } from '#web/lib/run-token.ts'
import { notifyFailure } from '#web/parts/platform/presets.ts'
import { runQuery } from './run-query.ts'
import { noteRunStarted, refreshRuns } from './start-run.ts'

export interface Control {
  /** The action under way. */
  busy: ControlAction | null
  /** Answers the id of the run to look at now: retry, rerun and fork make a new one. Null when it was refused, which is shown. */
  act: (command: ControlCommand) => Promise<string | null>
}

/** Steering one run; a visitor with its run token. */
export function useControl(id: string): Control {
  const [busy, setBusy] = useState<ControlAction | null>(null)
  const act = async (command: ControlCommand): Promise<string | null> => {
    setBusy(command.action)
    const token = runToken(id)
    try {
      const { execution_id } = await call('controlExecution', { params: { id }, body: command }, { runToken: token })
      noteRunStarted(execution_id)
      // The token of a run opens the runs made from it.
      if (token !== null && execution_id !== id) storeRunToken(execution_id, token)
      return execution_id as string
    } catch (error) {
      notifyFailure(error, { title: t('The run wasn’t changed'), what: t('this run'), retry: () => void act(command) })
      return null
    } finally {
      await queryClient.invalidateQueries({ queryKey: runQuery(id).queryKey })
      refreshRuns()
      setBusy(null)
    }
  }
  return { busy, act }
}
