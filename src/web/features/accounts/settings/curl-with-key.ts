import type { Scope } from '#contract/accounts/key-values.ts'

const body = JSON.stringify({
  agent_id: 'icd10-coder',
  input: { text: 'Type 2 diabetes mellitus. Essential hypertension. No chest pain.' },
  wait_ms: 25_000,
})

/** A call that works as shown, within the scopes of the key: a run if allowed, otherwise the list of runs. */
export function curlWithKey(origin: string, key: string, scopes: readonly Scope[]): string {
  const header = `-H "Authorization: Bearer ${key}"`
  if (!scopes.includes('run')) return `curl ${origin}/api/v1/executions \\\n  ${header}`
  return `curl ${origin}/api/v1/workflows/execute \\\n  ${header} \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`
}
