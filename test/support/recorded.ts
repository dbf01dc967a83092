import { expect } from '@playwright/test'
import { visit } from './visit.ts'

/** Waits for the recorded results of an agent: the platform runs the samples of a fresh installation a minute after its start. */
export const recorded = (url: string, slug: string): Promise<void> =>
  expect
    .poll(async () => (await visit(url, null).call('GET', `/api/v1/agents/${slug}/sample-runs`)).data.items.length, {
      timeout: 150_000,
    })
    .toBe(2)
