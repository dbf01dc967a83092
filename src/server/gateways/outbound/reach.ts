/** For protocols other than HTTP: a host resolved once and checked as every outgoing call is. */
import { NodeError } from '#nodes/node.ts'
import { type Resolve, resolveTarget, systemResolve } from './target.ts'

export interface Reached {
  /** What is connected to. */
  address: string
  port: number
  /** The name TLS checks. */
  servername: string
}

/** @throws NodeError `url_refused` for what is not on the public internet and not allowed by the operator, `http_failed` for an unknown name */
export async function reach(
  host: string,
  port: number,
  allow: ReadonlySet<string>,
  resolve: Resolve = systemResolve,
): Promise<Reached> {
  const url = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  if (!url) throw new NodeError('url_refused', 'This is not the name of a host', { field: 'host' })
  // The parser leaves the standard port of HTTP out.
  const [{ address } = { address: '' }] = (await resolveTarget(url, allow, resolve)).pinned
  return { address, port, servername: host }
}
