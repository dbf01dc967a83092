import { describe, expect, it } from 'vitest'
import type { Resolution } from '#nodes/node.ts'
import { tryNode } from '#nodes/trial.ts'
import { subWorkflow } from './sub-workflow.ts'

const config = { workflow_id: '00000000-0000-4000-8000-000000000000' }

describe('sub-workflow', () => {
  it('runs another workflow and gives on its output', async () => {
    expect(await tryNode(subWorkflow, config, { input: 1 })).toEqual({
      type: 'wait',
      wait: { type: 'child', ...config, input: 1 },
    })
    const resolution: Resolution = { type: 'child', status: 'succeeded', output: [2], message: null }
    expect(await tryNode(subWorkflow, config, { resolution })).toEqual({ type: 'output', output: [2] })
  })

  it('fails when it fails', async () => {
    const resolution: Resolution = { type: 'child', status: 'failed', output: null, message: 'no money' }
    await expect(tryNode(subWorkflow, config, { resolution })).rejects.toMatchObject({
      code: 'sub_workflow_failed',
      message: 'no money',
    })
  })
})
