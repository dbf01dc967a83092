/** A website on this machine: its pages can change, hang, redirect and forbid, and it knows what it was asked. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WebsiteAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** Sent as the ETag; who has it already is answered 304. */
  etag?: string
  /** Begins, and never ends. */
  drips?: boolean
  /** Never begins. */
  hangs?: boolean
}

export interface Website {
  host: string
  /** By path; what is not there answers 404. */
  pages: Record<string, WebsiteAnswer>
  requests: { path: string; headers: IncomingHttpHeaders; at: number }[]
  /** The address of a path. */
  at(path: string): string
  /** The paths that were asked for, in order. */
  asked(): string[]
  close(): void
}

/** @param port the one of a browser test; otherwise any that is free */
export async function startWebsite(pages: Record<string, WebsiteAnswer> = {}, port = 0): Promise<Website> {
  const server = createServer(({ url = '', headers }, response) => {
    site.requests.push({ path: url, headers, at: performance.now() })
    const { status, headers: told = { 'content-type': 'text/html' }, ...page } = site.pages[url] ?? { status: 404 }
    const { body = '', etag, drips, hangs } = page
    if (hangs) return
    const isKnown = etag !== undefined && headers['if-none-match'] === etag
    response.writeHead(isKnown ? 304 : (status ?? 200), { ...told, ...(etag !== undefined && { etag }) })
    if (drips) response.write('<p>One')
    else response.end(isKnown ? '' : body)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const site: Website = {
    ...{ host, pages, requests: [] },
    at: (path) => `http://${host}${path}`,
    asked: () => site.requests.map(({ path }) => path),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return site
}

/** A page with its own text and links. */
export const page = (text: string, ...links: string[]): WebsiteAnswer => ({
  body: `<title>${text}</title><h1>${text}</h1><p>${text} is told here.</p>${links.map((to) => `<a href="${to}">${to}</a>`).join('')}`,
})
