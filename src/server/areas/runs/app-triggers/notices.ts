/** What owners are told about triggers from apps. */

import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import { say, translated } from '#contract/phrases/phrases.ts'
import { type NewNotice, noticeFor } from '#server/areas/accounts/accounts.ts'
import type * as store from './app-triggers.store.ts'

export const stopNotice = ({ owner_id, workflow_id, workflow_name }: store.StoppedRow, why: string): NewNotice =>
  noticeFor(owner_id, {
    kind: 'run_failed',
    title: say('The trigger of “{workflow}” has stopped', { workflow: workflow_name }),
    message: say('{why} Nothing starts this workflow until you fix it and start the trigger again.', {
      why: translated(why),
    }),
    href: `/workflows/${workflow_id}/triggers`,
    group: `app-trigger:${workflow_id}`,
  })

interface Left {
  owner_id: UserId
  workflow_id: WorkflowId | null
  workflow_name: string | null
  integration: string
  /** The name of the app. */
  app: string
}

/** A subscription that stays at its service. */
export const leftNotice = ({ owner_id, workflow_id, workflow_name, integration, app }: Left, why: string): NewNotice =>
  noticeFor(owner_id, {
    kind: 'run_failed',
    title:
      workflow_name === null
        ? say('{app} may still send events', { app })
        : say('{app} may still send events for “{workflow}”', { app, workflow: workflow_name }),
    message: say('Its webhook couldn’t be removed: {why} Remove it in {app}. What it sends starts nothing.', {
      why: translated(why),
      app,
    }),
    href: workflow_id === null ? `/integrations/${integration}` : `/workflows/${workflow_id}/triggers`,
    group: `app-subscription:${workflow_id ?? integration}`,
  })

export const dropNotice = ({ owner_id, workflow_id, workflow_name }: store.StoppedRow, why: string): NewNotice =>
  noticeFor(owner_id, {
    kind: 'run_failed',
    title: say('“{workflow}” wasn’t started for a new item', { workflow: workflow_name }),
    message: say('It was tried for about a day: {why} Later items are still tried.', { why: translated(why) }),
    href: `/workflows/${workflow_id}/triggers`,
    group: `app-items:${workflow_id}`,
  })

/** It starts again with its plugin. */
export const pluginNotice = ({ owner_id, workflow_id, workflow_name }: store.StoppedRow, why: string): NewNotice =>
  noticeFor(owner_id, {
    kind: 'run_failed',
    title: say('The trigger of “{workflow}” has stopped', { workflow: workflow_name }),
    message: say('{why} Nothing starts this workflow until an admin enables the plugin. Then it starts again.', {
      why: translated(why),
    }),
    href: `/workflows/${workflow_id}/triggers`,
    group: `app-trigger:${workflow_id}`,
  })
