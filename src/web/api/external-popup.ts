/**
 * The popup of Google and GitHub, seen from the page that opens it. The popup is a small page of ours that goes to the provider,
 * comes back, finishes on the server and tells the outcome: to its opener, or over a channel when the provider's pages have cut
 * it off from its opener.
 */
import {
  EXTERNAL_MESSAGE,
  EXTERNAL_NAMES,
  type ExternalMessage,
  type ExternalProvider,
  externalPage,
} from '#contract/accounts/external-providers.ts'
import { IdentityError } from './identity.ts'

/** How often it is looked whether the person has closed the popup, in ms. */
const LOOK_MS = 250
/** A popup closes itself right after its message: this long the message may take. */
const GRACE_MS = 1000
const MOST_MS = 300_000

export interface PopupPorts {
  /** Null when the browser blocks it. */
  open: (path: string) => { readonly closed: boolean; close: () => void } | null
  /** Hears what pages of our own origin say; answers how to stop. */
  listen: (hear: (data: unknown) => void) => () => void
  every: (ms: number, act: () => void) => () => void
  now: () => number
}

const isMessage = (data: unknown, provider: ExternalProvider): data is ExternalMessage => {
  const message = data as Partial<ExternalMessage> | null
  return typeof data === 'object' && message?.type === EXTERNAL_MESSAGE && message.provider === provider
}

/** Codes whose words §8 fixes; its tables match on them as substrings. */
const SUBSTRINGS: Record<string, string> = { external_denied: 'popup-closed', network: 'network', timeout: 'timeout' }

const failureOf = ({ code, message }: NonNullable<ExternalMessage['error']>) =>
  new IdentityError(code, SUBSTRINGS[code] ?? message, [{ message, code }])

/**
 * Resolves once the popup has signed in, or connected. Call it straight from the press of a button: browsers open no popup later.
 * @throws IdentityError `popup-closed`, `popup-blocked`, `timeout`, or the server's refusal
 */
export function signInThroughPopup(
  provider: ExternalProvider,
  purpose: 'sign_in' | 'connect',
  ports: PopupPorts = browserPorts,
): Promise<void> {
  const popup = ports.open(`${externalPage(provider)}?purpose=${purpose}`)
  if (popup === null) {
    const message = `Your browser blocked the ${EXTERNAL_NAMES[provider]} window. Allow pop-ups for this site and try again.`
    return Promise.reject(new IdentityError('popup-blocked', message))
  }
  return new Promise((resolve, reject) => {
    const began = ports.now()
    let closedAt: number | null = null
    const stops: (() => void)[] = []
    const settle = (error: IdentityError | null) => {
      for (const stop of stops.splice(0)) stop()
      popup.close()
      if (error) reject(error)
      else resolve()
    }
    stops.push(
      ports.listen((data) => {
        if (isMessage(data, provider)) settle(data.error && failureOf(data.error))
      }),
      ports.every(LOOK_MS, () => {
        if (popup.closed) closedAt ??= ports.now()
        if (closedAt !== null && ports.now() - closedAt >= GRACE_MS)
          settle(new IdentityError('popup-closed', 'popup-closed'))
        else if (ports.now() - began >= MOST_MS) settle(new IdentityError('timeout', 'timeout'))
      }),
    )
  })
}

const browserPorts: PopupPorts = {
  open(path) {
    const [width, height] = [500, 640]
    const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
    const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
    return window.open(path, 'chowk-external', `popup,width=${width},height=${height},left=${left},top=${top}`)
  },
  listen(hear) {
    const controller = new AbortController()
    const channel = new BroadcastChannel(EXTERNAL_MESSAGE)
    const own = (event: MessageEvent) => {
      if (event.origin === window.location.origin) hear(event.data)
    }
    window.addEventListener('message', own, { signal: controller.signal })
    channel.addEventListener('message', own, { signal: controller.signal })
    return () => {
      controller.abort()
      channel.close()
    }
  },
  every(ms, act) {
    const timer = setInterval(act, ms)
    return () => clearInterval(timer)
  },
  now: Date.now,
}
