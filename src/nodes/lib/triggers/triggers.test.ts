import { describe, expect, it } from 'vitest'
import { outputOf } from '#nodes/trial.ts'
import { manualTrigger } from '#nodes/types/triggers/manual-trigger.ts'
import { scheduleTrigger } from '#nodes/types/triggers/schedule-trigger.ts'
import { webhookTrigger } from '#nodes/types/triggers/webhook-trigger.ts'

describe('triggers', () => {
  it('give on what the workflow was started with', async () => {
    const input = { body: { a: 1 }, query: {}, headers: {} }
    expect(await outputOf(manualTrigger, {}, { input })).toEqual(input)
    expect(await outputOf(webhookTrigger, {}, { input })).toEqual(input)
    expect(await outputOf(scheduleTrigger, {}, { input })).toEqual(input)
  })

  it('ask a protected webhook for its secret under its name', () => {
    const read = webhookTrigger.config.safeParse({ auth: 'header' })
    expect(read.error?.issues[0]).toMatchObject({ path: ['credential'] })
    const credential = '0198f0c0-0000-7000-8000-000000000000'
    expect(webhookTrigger.config.safeParse({ auth: 'signature', credential }).success).toBe(true)
    expect(webhookTrigger.migrate?.({ auth: 'none', secret_name: 'orders' }, 1)).toEqual({ auth: 'none' })
    expect(webhookTrigger.config.safeParse({ header_name: 'a: b' }).success).toBe(false)
  })

  it('name what is wrong with a schedule', () => {
    const messages = (config: object) =>
      scheduleTrigger.config.safeParse(config).error?.issues.map((issue) => issue.message)
    expect(messages({ cron: '*/15 9-17 * * mon-fri', time_zone: 'Asia/Kolkata' })).toBeUndefined()
    expect(messages({ time_zone: 'Moon/Sea' })).toEqual(['Not a known time zone; enter for example Asia/Kolkata'])
    expect(messages({ cron: '61 * * * *' })?.[0]).toMatch(/not a minute/)
  })
})
