import { EngineRefusal } from '#server/platform/engine-refusal.ts'

/** @returns false for a run that has ended, or is not stored yet */
export async function cancelRun(
  engine: { control(execution_id: string, action: { action: 'cancel' }): Promise<unknown> },
  execution_id: string,
): Promise<boolean> {
  try {
    await engine.control(execution_id, { action: 'cancel' })
    return true
  } catch (error) {
    if (error instanceof EngineRefusal) return false
    throw error
  }
}
