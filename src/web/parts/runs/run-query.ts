/** One run as its address names it, opened with a visitor's run token where there is one. */
import { queryWithToken } from '#web/api/query.ts'
import { runToken } from '#web/lib/run-token.ts'

export const runQuery = (id: string) => queryWithToken('getExecution', { runToken: runToken(id) }, { params: { id } })

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The run in `?run=`; null when there is none. */
export const readRunParam = (params: URLSearchParams): string | null => {
  const id = params.get('run')
  return id !== null && UUID.test(id) ? id : null
}

/** The same address with another run in it, its result shown from the beginning. */
export function setRunParam(params: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set('run', id)
  next.delete('show')
  return next
}
