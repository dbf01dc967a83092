/**
 * Who a browser says it speaks for. A page of another site must not use a server that answers on this machine or within a network
 * because the name of that site was made to lead here (DNS rebinding). Programs name no origin.
 */
import { isIP } from 'node:net'
import { AppError } from '#contract/core/errors.ts'
import type { Client } from './handlers.ts'

const hostnameOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).hostname : null)

/** No stranger can have these names lead somewhere: addresses themselves, and names without a dot. */
const isOwnName = (name: string): boolean =>
  isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || !name.includes('.') || name.endsWith('.localhost')

/**
 * @param publicUrl where browsers reach us; the origin of any page but ours is refused
 * @throws AppError forbidden
 */
export function refuseForeignPages({ host, origin }: Pick<Client, 'host' | 'origin'>, publicUrl: string): void {
  const own = hostnameOf(publicUrl)
  const asked = host === null ? null : hostnameOf(`http://${host}`)
  if (asked === null || (asked !== own && !isOwnName(asked)))
    throw new AppError('forbidden', {
      message: 'This server does not answer under that name: its address is PUBLIC_URL.',
    })
  if (origin === null) return
  const page = hostnameOf(origin)
  if (page === null || page !== (own ?? asked))
    throw new AppError('forbidden', { message: 'Pages of other sites may not use this address.' })
}
