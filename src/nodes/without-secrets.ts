/** Values under names of secrets are hidden in what a run logs and traces. */
import type { Json } from '#contract/core/primitives.ts'

const SECRET_KEY = /authorization|cookie|password|passwd|secret|token|api_?key|private_?key/i

export function withoutSecrets(data: Json, depth = 0): Json {
  if (typeof data !== 'object' || data === null) return data
  if (depth > 8) return '…'
  if (Array.isArray(data)) return data.map((item) => withoutSecrets(item, depth + 1))
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      SECRET_KEY.test(key) ? '[hidden]' : withoutSecrets(value, depth + 1),
    ]),
  )
}
