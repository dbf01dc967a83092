import { isObject } from '#shared/json.ts'

/** Whether a step of a stored workflow reads the files of its chat message: some expression names them. */
export function readsFiles(stored: unknown): boolean {
  if (!isObject(stored as never)) return false
  const { nodes } = stored as { nodes?: unknown }
  if (!Array.isArray(nodes)) return false
  return nodes.some((node: unknown) => {
    const config = isObject(node as never) ? (node as { config?: unknown }).config : undefined
    return /\$trigger\.files\b|\$nodes\.\w+\.files\b|\$json\.files\b|\$input\.files\b/.test(
      JSON.stringify(config ?? null),
    )
  })
}
