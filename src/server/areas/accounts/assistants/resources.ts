/** The MCP servers of this installation, as what a token is for (RFC 8707). */

import type { z } from 'zod'
import { ALL_SERVICES_PATH } from '#contract/accounts/assistant-values.ts'
import type { AssistantServer } from '#contract/accounts/assistants.ts'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'

export type ServerShown = z.infer<typeof AssistantServer>
/** The name of a service that this person may run; null for any other. */
export type NameService = (owner: UserId, id: ServiceId) => Promise<string | null>

const RESOURCE = /^\/mcp(?:\/services(?:\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?)?$/

/** @returns the path of one of our MCP servers; null for any other address */
export function readResource(text: string, publicUrl: string): string | null {
  if (!URL.canParse(text)) return null
  const { origin, pathname, search, hash, username, password } = new URL(text)
  if (origin !== new URL(publicUrl).origin || search !== '' || hash !== '' || username !== '' || password !== '')
    return null
  return readResourcePath(pathname)
}

/** @returns the path as it is stored; null for a path without an MCP server */
export function readResourcePath(pathname: string): string | null {
  const path = pathname.replace(/\/$/, '').toLowerCase()
  return RESOURCE.test(path) ? path : null
}

export const serviceOfResource = (path: string): ServiceId | null =>
  (RESOURCE.exec(path)?.[1] as ServiceId | undefined) ?? null

/** What a person is shown of the server; a service that is theirs no longer has no name. */
export async function describeServer(
  path: string,
  { publicUrl, nameService, owner }: { publicUrl: string; nameService: NameService; owner: UserId },
): Promise<ServerShown> {
  const address = `${publicUrl}${path}`
  const id = serviceOfResource(path)
  if (id !== null) return { address, kind: 'service', service: await nameService(owner, id) }
  return { address, kind: path === ALL_SERVICES_PATH ? 'services' : 'marketplace', service: null }
}
