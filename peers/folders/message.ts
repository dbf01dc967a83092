/** What a stand-in for a service of files is asked, and what it answers. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  json: Record<string, unknown>
}

export interface Answer {
  status: number
  json?: object
  bytes?: Buffer
  headers?: Record<string, string>
}
